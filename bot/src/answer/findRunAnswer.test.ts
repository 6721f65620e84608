import type { Client } from '#contract/client.ts';
import { AvaError, type ErrorCode } from '#contract/errors.ts';
import type { Message } from '#contract/chats/chat.ts';
import { findRunAnswer } from './findRunAnswer.ts';

const makeMessage = (changes: Partial<Message>) => ({ message_id: 'm', source: 'AVA', seq: 4, ...changes }) as Message;
const createClient = (message: Message) => ({ call: async () => message }) as unknown as Client;
const createFailingClient = (code: ErrorCode) =>
  ({ call: async () => Promise.reject(new AvaError(code)) }) as unknown as Client;

it('finds an answer that a run wrote', async () => {
  const answer = makeMessage({});
  expect(await findRunAnswer(createClient(answer), 'c', 'm')).toBe(answer);
});

it('returns null for a message that no run wrote, and for one that does not exist', async () => {
  expect(await findRunAnswer(createClient(makeMessage({ seq: 0 })), 'c', 'm')).toBeNull();
  expect(await findRunAnswer(createClient(makeMessage({ source: 'User' })), 'c', 'm')).toBeNull();
  expect(await findRunAnswer(createFailingClient('not_found'), 'c', 'm')).toBeNull();
});

it('throws other errors', async () => {
  await expect(findRunAnswer(createFailingClient('store_unavailable'), 'c', 'm')).rejects.toMatchObject({
    code: 'store_unavailable',
  });
});
