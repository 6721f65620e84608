import type { Message } from '../../api/contract/chat.ts';
import type { Client } from '../../api/contract/client.ts';
import { findAnswer } from './findAnswer.ts';

const stored = Array.from({ length: 5 }, (_, at) => ({ message_id: `m${at}`, source: 'AVA', seq: at }) as Message);

/** A client for a chat of five answers, two a page; the first was not written by a run. */
function clientOf(asked: (string | undefined)[]): Client {
  const call = async (_: unknown, { before }: { before?: string }) => {
    asked.push(before);
    const to = before === undefined ? stored.length : stored.findIndex(({ message_id }) => message_id === before);
    const from = Math.max(0, to - 2);
    const Earlier = from === 0 ? null : { before: stored[from]?.message_id, tokens: 0, images: false };
    return { Messages: stored.slice(from, to), Earlier };
  };
  return { call } as unknown as Client;
}

it('finds an answer on an earlier page, and asks no further', async () => {
  const asked: (string | undefined)[] = [];
  expect(await findAnswer(clientOf(asked), 'c', 'm2')).toBe(stored[2]);
  expect(asked).toEqual([undefined, 'm3']);
});

it('finds nothing where no run wrote the message, or there is none', async () => {
  const asked: (string | undefined)[] = [];
  expect(await findAnswer(clientOf(asked), 'c', 'm0')).toBeNull();
  expect(await findAnswer(clientOf(asked), 'c', 'm9')).toBeNull();
  expect(asked).toHaveLength(6);
});
