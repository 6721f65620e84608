import type { Message } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import { findRunAnswer } from './findRunAnswer.ts';

const messages = Array.from({ length: 5 }, (_, index) => {
  return { message_id: `m${index}`, source: 'AVA', seq: index } as Message;
});

/** A client for a chat of five answers, two a page; no run wrote the first one. Records which pages are requested. */
function createClient(requestedPages: (string | undefined)[]): Client {
  const call = async (_: unknown, { before }: { before?: string }) => {
    requestedPages.push(before);
    const end = before === undefined ? messages.length : messages.findIndex(({ message_id }) => message_id === before);
    const start = Math.max(0, end - 2);
    const Earlier = start === 0 ? null : { before: messages[start]?.message_id, tokens: 0, images: false };
    return { Messages: messages.slice(start, end), Earlier };
  };
  return { call } as unknown as Client;
}

it('finds an answer on an earlier page and reads no further', async () => {
  const requestedPages: (string | undefined)[] = [];
  expect(await findRunAnswer(createClient(requestedPages), 'c', 'm2')).toBe(messages[2]);
  expect(requestedPages).toEqual([undefined, 'm3']);
});

it('returns null for a message that no run wrote, and for one that does not exist', async () => {
  const requestedPages: (string | undefined)[] = [];
  expect(await findRunAnswer(createClient(requestedPages), 'c', 'm0')).toBeNull();
  expect(await findRunAnswer(createClient(requestedPages), 'c', 'm9')).toBeNull();
  expect(requestedPages).toHaveLength(6);
});
