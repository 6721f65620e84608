import { makeConnectorError } from '#tests/harness/bot/fakeConversation.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { createLogTurnError } from './turnErrors.ts';

it('logs only once that the channel does not know a conversation', () => {
  const log = createRecordingLog();
  const logTurnError = createLogTurnError(log);
  for (let count = 0; count < 1_000; count += 1) logTurnError(makeConnectorError(404), { conversationId: 'a:removed' });
  logTurnError(makeConnectorError(404), { conversationId: 'a:other' });
  expect(log.lines).toEqual(Array(2).fill('warn conversation unknown to the channel'));
});

it.each([
  ['a refusal', makeConnectorError(403)],
  ['an error of the bot', new TypeError('x is not a function')],
])('logs %s every time', (_, error) => {
  const log = createRecordingLog();
  const logTurnError = createLogTurnError(log);
  for (let count = 0; count < 2; count += 1) logTurnError(error, { conversationId: 'a:ada' });
  expect(log.lines).toEqual(['error turn failed', 'error turn failed']);
});
