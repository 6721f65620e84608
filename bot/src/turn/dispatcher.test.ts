import type { Client } from '#contract/client.ts';
import { AvaError } from '#contract/errors.ts';
import { createFakeConversation, makeConnectorError } from '#tests/harness/bot/fakeConversation.ts';
import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import type { BotContext } from '#bot/context.ts';
import { createDispatcher } from './dispatcher.ts';

const newChat = { activityId: 'a1', text: 'new', files: [], context: [] };

/** A dispatcher for Ada, who is signed in, with an API that answers `call`. */
function startDispatcher(call: (path: string) => unknown) {
  const clock = createManualClock();
  const log = createRecordingLog();
  const client = { call: async ({ path }: { path: string }) => call(path) } as unknown as Client;
  const tokens = new Map([['northwind/ada', 'a token']]);
  const ctx = {
    createApiClient: () => client,
    tokens: { get: () => tokens.get('northwind/ada') ?? null, delete: () => void tokens.clear() },
    fetchSandboxToken: async () => null,
    clock,
    log,
  } as unknown as BotContext;
  return { dispatcher: createDispatcher(ctx), conversation: createFakeConversation(() => clock.monotonic()), log };
}

const answerCall = (path: string) => (path === '/bot/activities' ? { first: true } : { reference: null, done: null });

it('runs a command once, although it is delivered twice', async () => {
  const { dispatcher, conversation } = startDispatcher(answerCall);
  for (let delivery = 0; delivery < 2; delivery += 1) await dispatcher.dispatchQuestion(conversation, newChat);
  expect(conversation.sent).toHaveLength(1);
});

it('asks to sign in again if the API no longer accepts the token', async () => {
  const { dispatcher, conversation, log } = startDispatcher(() => {
    throw new AvaError('not_signed_in');
  });
  let signIns = 0;
  conversation.askToSignIn = async () => void (signIns += 1);
  await dispatcher.dispatchQuestion(conversation, newChat);
  expect([signIns, conversation.sent, log.lines]).toEqual([1, [], []]);
});

it('reports a failed command in the conversation', async () => {
  const { dispatcher, conversation, log } = startDispatcher(() => {
    throw new AvaError('unexpected');
  });
  await dispatcher.dispatchQuestion(conversation, newChat);
  expect(conversation.sent).toHaveLength(1);
  expect(log.lines).toEqual(['warn activity failed']);
});

it('leaves the error of an unknown conversation to the turn', async () => {
  const { dispatcher, conversation, log } = startDispatcher(answerCall);
  conversation.faults.push({ error: makeConnectorError(404) });
  await expect(dispatcher.dispatchQuestion(conversation, newChat)).rejects.toMatchObject({ statusCode: 404 });
  expect(conversation.sent).toEqual([]);
  expect(log.lines).toEqual([]);
});

it('does nothing for a message that the person deleted before its turn', async () => {
  const { dispatcher, conversation } = startDispatcher(answerCall);
  await dispatcher.retract(conversation, 'a1');
  await dispatcher.dispatchQuestion(conversation, { ...newChat, text: 'notify off' });
  expect(conversation.sent).toEqual([]);
});

it('does not run an edited command again', async () => {
  const { dispatcher, conversation } = startDispatcher(answerCall);
  await dispatcher.dispatchEdit(conversation, newChat);
  expect(conversation.sent).toEqual([]);
});
