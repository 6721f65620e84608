import { makeMessageRow, newId } from '../../../../tests/harness/storage/rows.ts';
import type { Model } from '../../../contract/models.ts';
import type { MessageRow } from '../../storage/tables/chats/messages.ts';
import { readHistory } from './history.ts';

const chatId = newId();
const PAGE = 2;

/** A chat of nine messages, with the pages that were read. */
function createChat() {
  const messages = Array.from({ length: 9 }, (_, index) => makeMessageRow(chatId, { content: `one two ${index}` }));
  const pages: string[] = [];
  const list = async (_: string, { before = '' } = {}): Promise<MessageRow[]> => {
    const index = messages.findIndex(({ id }) => id === before);
    const end = index < 0 ? messages.length : index;
    const page = messages.slice(Math.max(0, end - PAGE), end);
    pages.push(page.map(({ content }) => content.at(-1)).join(''));
    return page;
  };
  return { messages, pages, store: { messages: { list } } };
}

const createModel = (tokens: number) => ({ context_window: tokens + 100, max_output_tokens: 100 }) as Model;

it('reads all messages, oldest first, and counts their tokens', async () => {
  const { messages, store } = createChat();
  expect(await readHistory(store, chatId, newId(), createModel(1_000))).toEqual({ messages, tokens: 9 * 4 });
});

it('ends before a question that is sent again', async () => {
  const { messages, store } = createChat();
  const history = await readHistory(store, chatId, messages[5]?.id ?? '', createModel(1_000));
  expect(history.messages).toEqual(messages.slice(0, 5));
});

it('stops reading when the context window is full', async () => {
  const { pages, store } = createChat();
  await expect(readHistory(store, chatId, newId(), createModel(10))).rejects.toMatchObject({ code: 'too_large' });
  expect(pages).toEqual(['78', '56']);
});
