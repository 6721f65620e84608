import { connectorError, fakeConversation, quietLog } from '../../tests/harness/fakeConversation.ts';
import { handClock } from '../../tests/harness/handClock.ts';
import { escapeMarkdown, sentence, type Markdown } from './markdown.ts';
import { createPlainReply } from './plainReply.ts';
import { PACE_MS, createStreamReply, restOf } from './streamReply.ts';

const asMessage = (text: Markdown) => ({ type: 'message', text, attachments: [] });

function begin() {
  const clock = handClock();
  const ada = fakeConversation(() => clock.monotonic());
  return { clock, ada, reply: createStreamReply(ada, clock, quietLog) };
}

async function finished(clock: ReturnType<typeof handClock>, promise: Promise<string | undefined>) {
  await clock.pass(60_000);
  return promise;
}

const textsOf = ({ sent }: ReturnType<typeof fakeConversation>) => sent.map(({ activity }) => activity.text);

it('tells at once what is being done, gathers words meanwhile, and ends the stream it began', async () => {
  const { clock, ada, reply } = begin();
  reply.inform(sentence`Thinking`);
  await clock.pass(10);
  for (const text of ['T', 'Te', 'Tea']) {
    reply.show(escapeMarkdown(text));
    await clock.pass(100);
  }
  await clock.pass(PACE_MS);
  reply.show(sentence`Tea is at four.`);
  await expect(finished(clock, reply.finish(sentence`Tea is at four.`, asMessage))).resolves.toBe('m1');
  expect(textsOf(ada)).toEqual(['Thinking', 'Tea', 'Tea is at four.']);
  expect(ada.sent.map(({ activity }) => activity.entities?.[0])).toEqual([
    { type: 'streaminfo', streamType: 'informative', streamSequence: 1 },
    { type: 'streaminfo', streamType: 'streaming', streamId: 'm1', streamSequence: 2 },
    { type: 'streaminfo', streamType: 'final', streamId: 'm1' },
  ]);
  const times = ada.sent.map(({ at }) => at);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(PACE_MS);
});

it('learns from a refusal that Stop was pressed, and says no more', async () => {
  const { clock, ada, reply } = begin();
  reply.inform(sentence`Thinking`);
  await clock.pass(10);
  ada.faults.push({ error: connectorError(403, 'ContentStreamNotAllowed: Content stream was canceled by user.') });
  reply.show(sentence`Tea`);
  await clock.pass(PACE_MS);
  expect(reply.stopped.aborted).toBe(true);
  await expect(finished(clock, reply.finish(sentence`Tea is at four.`, asMessage))).resolves.toBeUndefined();
  expect(textsOf(ada)).toEqual(['Thinking']);
});

it('sends the rest as an ordinary message when the two minutes are over', async () => {
  const { clock, ada, reply } = begin();
  reply.inform(sentence`Thinking`);
  await clock.pass(10);
  reply.show(sentence`Tea is at`);
  await clock.pass(PACE_MS);
  await clock.pass(120_000);
  ada.faults.push({ error: connectorError(403, 'ContentStreamNotAllowed: exceeded streaming time.') });
  reply.show(sentence`Tea is at four.`);
  await clock.pass(PACE_MS);
  await finished(clock, reply.finish(sentence`Tea is at four.`, asMessage));
  expect([...ada.messages.values()].map(({ text }) => text)).toEqual(['…four.']);
  expect(reply.stopped.aborted).toBe(false);
});

it.each([429, 412, 502, 504])('waits and tries again after %s', async (status) => {
  const { clock, ada, reply } = begin();
  ada.faults.push({ error: connectorError(status) }, { error: connectorError(status) });
  reply.inform(sentence`Thinking`);
  await clock.pass(20_000);
  ada.faults.push({ error: connectorError(status) });
  await finished(clock, reply.finish(sentence`Four.`, asMessage));
  expect(textsOf(ada)).toEqual(['Thinking', 'Four.']);
});

it('does not send the end again when it had arrived', async () => {
  const { clock, ada, reply } = begin();
  reply.inform(sentence`Thinking`);
  await clock.pass(10);
  ada.faults.push(
    { error: connectorError(502), arrived: true },
    { error: connectorError(403, 'ContentStreamNotAllowed: already completed streamed message') },
  );
  await finished(clock, reply.finish(sentence`Four.`, asMessage));
  expect(textsOf(ada)).toEqual(['Thinking', 'Four.']);
});

it('delivers an answer in a group once, in the place it took before, however often the connector says no', async () => {
  const clock = handClock();
  const group = fakeConversation(() => clock.monotonic(), 'group');
  const reply = createPlainReply(group, clock, quietLog, {
    type: 'message',
    text: sentence`Thinking`,
  });
  await clock.pass(8_000);
  expect(group.sent.filter(({ activity }) => activity.type === 'typing').length).toBe(3);
  const told = reply.finish(sentence`Four.`, asMessage);
  await clock.pass(10);
  group.faults.push({ error: connectorError(502), arrived: true }, { error: connectorError(504) });
  await expect(finished(clock, told)).resolves.toBe('m1');
  expect([...group.messages.values()].map(({ text }) => text)).toEqual(['Four.']);
});

it.each([
  ['Tea is at four.', 'Tea is at', 'four.'],
  ['Tea is at four.', 'Tea is at fo', 'four.'],
  ['Tea is at four.', 'Tea is', 'at four.'],
  ['Tea is at four.', '', 'Tea is at four.'],
  ['Other words.', 'Tea is', 'Other words.'],
])('of "%s" after "%s" there remains "%s"', (text, shown, rest) => {
  expect(restOf(escapeMarkdown(text), shown)).toBe(rest);
});
