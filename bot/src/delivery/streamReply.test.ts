import { createFakeConversation, makeConnectorError } from '#tests/harness/bot/fakeConversation.ts';
import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { silentLog } from '#tests/harness/fakes/recordingLog.ts';
import { escapeMarkdown, sentence, type Markdown } from '#bot/text/markdown.ts';
import { createPlainReply } from './plainReply.ts';
import { createStreamReply, getRemainingText, UPDATE_INTERVAL_MS } from './streamReply.ts';

const asMessage = (text: Markdown) => ({ type: 'message', text, attachments: [] });

function startReply() {
  const clock = createManualClock();
  const ada = createFakeConversation(() => clock.monotonic());
  return { clock, ada, reply: createStreamReply(ada, clock, silentLog) };
}

async function afterDelays(clock: ReturnType<typeof createManualClock>, promise: Promise<string | undefined>) {
  await clock.advance(60_000);
  return promise;
}

const getSentTexts = ({ sent }: ReturnType<typeof createFakeConversation>) => sent.map(({ activity }) => activity.text);

it('informs at once, collects text between updates, and finishes the stream', async () => {
  const { clock, ada, reply } = startReply();
  reply.inform(sentence`Thinking`);
  await clock.advance(10);
  for (const text of ['T', 'Te', 'Tea']) {
    reply.show(escapeMarkdown(text));
    await clock.advance(100);
  }
  await clock.advance(UPDATE_INTERVAL_MS);
  reply.show(sentence`Tea is at four.`);
  await expect(afterDelays(clock, reply.finish(sentence`Tea is at four.`, asMessage))).resolves.toBe('m1');
  expect(getSentTexts(ada)).toEqual(['Thinking', 'Tea', 'Tea is at four.']);
  expect(ada.sent.map(({ activity }) => activity.entities?.[0])).toEqual([
    { type: 'streaminfo', streamType: 'informative', streamSequence: 1 },
    { type: 'streaminfo', streamType: 'streaming', streamId: 'm1', streamSequence: 2 },
    { type: 'streaminfo', streamType: 'final', streamId: 'm1' },
  ]);
  const times = ada.sent.map(({ at }) => at);
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(UPDATE_INTERVAL_MS);
});

it('sends nothing more after a refusal says that Stop was pressed', async () => {
  const { clock, ada, reply } = startReply();
  reply.inform(sentence`Thinking`);
  await clock.advance(10);
  ada.faults.push({ error: makeConnectorError(403, 'ContentStreamNotAllowed: Content stream was canceled by user.') });
  reply.show(sentence`Tea`);
  await clock.advance(UPDATE_INTERVAL_MS);
  expect(reply.stopped.aborted).toBe(true);
  await expect(afterDelays(clock, reply.finish(sentence`Tea is at four.`, asMessage))).resolves.toBeUndefined();
  expect(getSentTexts(ada)).toEqual(['Thinking']);
});

it('sends the rest as an ordinary message after two minutes', async () => {
  const { clock, ada, reply } = startReply();
  reply.inform(sentence`Thinking`);
  await clock.advance(10);
  reply.show(sentence`Tea is at`);
  await clock.advance(UPDATE_INTERVAL_MS);
  await clock.advance(120_000);
  ada.faults.push({ error: makeConnectorError(403, 'ContentStreamNotAllowed: exceeded streaming time.') });
  reply.show(sentence`Tea is at four.`);
  await clock.advance(UPDATE_INTERVAL_MS);
  await afterDelays(clock, reply.finish(sentence`Tea is at four.`, asMessage));
  expect([...ada.messages.values()].map(({ text }) => text)).toEqual(['…four.']);
  expect(reply.stopped.aborted).toBe(false);
});

it.each([429, 412, 502, 504])('retries after %s', async (status) => {
  const { clock, ada, reply } = startReply();
  ada.faults.push({ error: makeConnectorError(status) }, { error: makeConnectorError(status) });
  reply.inform(sentence`Thinking`);
  await clock.advance(20_000);
  ada.faults.push({ error: makeConnectorError(status) });
  await afterDelays(clock, reply.finish(sentence`Four.`, asMessage));
  expect(getSentTexts(ada)).toEqual(['Thinking', 'Four.']);
});

it('does not send the final message again if it has arrived', async () => {
  const { clock, ada, reply } = startReply();
  reply.inform(sentence`Thinking`);
  await clock.advance(10);
  ada.faults.push(
    { error: makeConnectorError(502), arrived: true },
    { error: makeConnectorError(403, 'ContentStreamNotAllowed: already completed streamed message') },
  );
  await afterDelays(clock, reply.finish(sentence`Four.`, asMessage));
  expect(getSentTexts(ada)).toEqual(['Thinking', 'Four.']);
});

it('replaces the placeholder in a group once, although the connector fails several times', async () => {
  const clock = createManualClock();
  const group = createFakeConversation(() => clock.monotonic(), 'group');
  const reply = createPlainReply(group, clock, silentLog, {
    type: 'message',
    text: sentence`Thinking`,
  });
  await clock.advance(8_000);
  expect(group.sent.filter(({ activity }) => activity.type === 'typing').length).toBe(3);
  const finishing = reply.finish(sentence`Four.`, asMessage);
  await clock.advance(10);
  group.faults.push({ error: makeConnectorError(502), arrived: true }, { error: makeConnectorError(504) });
  await expect(afterDelays(clock, finishing)).resolves.toBe('m1');
  expect([...group.messages.values()].map(({ text }) => text)).toEqual(['Four.']);
});

it.each([
  ['Tea is at four.', 'Tea is at', 'four.'],
  ['Tea is at four.', 'Tea is at fo', 'four.'],
  ['Tea is at four.', 'Tea is', 'at four.'],
  ['Tea is at four.', '', 'Tea is at four.'],
  ['Other words.', 'Tea is', 'Other words.'],
])('sends of the answer "%s", when "%s" is already shown, the rest "%s"', (text, shown, remaining) => {
  expect(getRemainingText(escapeMarkdown(text), shown)).toBe(remaining);
});
