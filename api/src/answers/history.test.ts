import { makeMessageRow, newId } from '../../../tests/harness/storage/rows.ts';
import type { Model } from '../../contract/models.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import { readHistory } from './history.ts';

const chatId = newId();
const PAGE = 2;

/** A chat of nine messages of three tokens, and what was asked of it. */
function chatOfNine() {
  const messages = Array.from({ length: 9 }, (_, at) => makeMessageRow(chatId, { content: `one two ${at}` }));
  const asked: string[] = [];
  const list = async (_: string, { before = '' } = {}): Promise<MessageRow[]> => {
    const at = messages.findIndex(({ id }) => id === before);
    const to = at < 0 ? messages.length : at;
    const page = messages.slice(Math.max(0, to - PAGE), to);
    asked.push(page.map(({ content }) => content.at(-1)).join(''));
    return page;
  };
  return { messages, asked, store: { messages: { list } } };
}

const model = (room: number) => ({ context_window: room + 100, max_output_tokens: 100 }) as Model;

it('is all that was said, oldest first, with the tokens of it', async () => {
  const { messages, store } = chatOfNine();
  expect(await readHistory(store, chatId, newId(), model(1_000))).toEqual({ messages, tokens: 9 * 4 });
});

it('ends before a message that is sent again', async () => {
  const { messages, store } = chatOfNine();
  const history = await readHistory(store, chatId, messages[5]?.id ?? '', model(1_000));
  expect(history.messages).toEqual(messages.slice(0, 5));
});

it('is read no further than the model can', async () => {
  const { asked, store } = chatOfNine();
  await expect(readHistory(store, chatId, newId(), model(10))).rejects.toMatchObject({ code: 'too_large' });
  expect(asked).toEqual(['78', '56']);
});
