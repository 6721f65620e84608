import { closeRow, makeMessageRow, newId } from '#tests/harness/storage/rows.ts';
import { makePerson } from '#tests/harness/fakes/searchLibrary.ts';
import type { Model } from '#contract/models.ts';
import type { StoredMessage } from '#api/storage/tables/chats/messages.ts';
import { findHiddenMessages, type AccessContext } from '#api/answers/hiddenMessages.ts';
import { readHistory } from './history.ts';

const chatId = newId();
const PAGE = 2;

/** A chat of nine messages, with the pages that were read. */
function createChat() {
  const messages = Array.from({ length: 9 }, (_, index) => makeMessageRow(chatId, { content: `one two ${index}` }));
  const pages: string[] = [];
  const list = async (_: string, { before = '' } = {}): Promise<StoredMessage[]> => {
    const index = messages.findIndex(({ id }) => id === before);
    const end = index < 0 ? messages.length : index;
    const page = messages.slice(Math.max(0, end - PAGE), end);
    pages.push(page.map(({ content }) => content.at(-1)).join(''));
    return page.map(closeRow);
  };
  const store = { messages: { list } };
  const searches = { listOrigins: async () => [] };
  return {
    messages,
    pages,
    read: async (before: string, model: Model) => {
      const ctx = { store: { searches } } as unknown as AccessContext;
      return readHistory(store, await findHiddenMessages(ctx, makePerson(newId()), [chatId]), {
        chatId,
        before,
        model,
      });
    },
  };
}

const createModel = (tokens: number) => ({ context_window: tokens + 100, max_output_tokens: 100 }) as Model;

it('reads all messages, oldest first, and counts their tokens', async () => {
  const { messages, read } = createChat();
  expect(await read(newId(), createModel(1_000))).toEqual({ messages, tokens: 9 * 4 });
});

it('ends before a question that is sent again', async () => {
  const { messages, read } = createChat();
  const history = await read(messages[5]?.id ?? '', createModel(1_000));
  expect(history.messages).toEqual(messages.slice(0, 5));
});

it('stops reading when the context window is full', async () => {
  const { pages, read } = createChat();
  await expect(read(newId(), createModel(10))).rejects.toMatchObject({ code: 'too_large' });
  expect(pages).toEqual(['78', '56']);
});
