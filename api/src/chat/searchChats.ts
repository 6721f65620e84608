import type { ChatType } from '../../contract/chats/chat.ts';
import type { ChatSearchResult } from '../../contract/chats/history.ts';
import { MAX_SEARCH_RESULTS } from '../../contract/limits.ts';
import { getReadableHistory } from '../answers/readableHistory.ts';
import type { AppContext } from '../context.ts';
import type { Person } from '../identity/person.ts';
import type { FoundMessage, SearchWord } from '../storage/tables/chats/messageSearch.ts';
import { makeExcerpt } from './excerpt.ts';
import { indexMessages, listWords } from './indexMessages.ts';

/** Words of a search that are used; more would not find other messages. */
const MAX_WORDS = 16;
/** A shorter beginning of a word would match most words of the index. */
const MIN_PREFIX_CHARACTERS = 2;
const RESULTS_PER_CHAT = 3;
/** Messages whose words are saved before a search. After an update of AVA, the sweep saves those of older messages. */
const MESSAGES_INDEXED = 200;

/**
 * Finds the messages of a person's chats that contain all words of a text. The last word can be the beginning of one,
 * because the person might still be typing. Everything that is not a word, such as `%` or a quotation mark, is ignored.
 */
export async function searchChats(
  ctx: AppContext,
  person: Person,
  text: string,
  type: ChatType,
): Promise<ChatSearchResult[]> {
  const words = parseSearch(text);
  if (words.length === 0) return [];
  const { messageSearch } = ctx.store;
  await indexMessages(ctx, person, MESSAGES_INDEXED);
  const found = await messageSearch.find(person, type, words, { limit: MAX_SEARCH_RESULTS, perChat: RESULTS_PER_CHAT });
  const readable = await readMessages(ctx, person, found);
  return readable.flatMap((item) => toResult(item, words));
}

export function parseSearch(text: string): SearchWord[] {
  const words = listWords(text).slice(0, MAX_WORDS);
  return words.map((word, index) => ({
    text: word,
    isPrefix: index === words.length - 1 && word.length >= MIN_PREFIX_CHARACTERS,
  }));
}

/** In a copy of another person's chat, hides what this person can't read, as in the chat itself. */
async function readMessages(
  ctx: AppContext,
  person: Person,
  found: readonly FoundMessage[],
): Promise<readonly FoundMessage[]> {
  const copies = new Set(found.filter(({ sharedBy }) => sharedBy !== null).map(({ message }) => message.chatId));
  const readable = new Map<string, FoundMessage['message']>();
  for (const chatId of copies) {
    for (const { message } of found.filter((item) => item.message.chatId === chatId)) {
      const { messages } = await getReadableHistory(ctx, person, chatId, [message], true);
      for (const shown of messages) readable.set(`${chatId}/${shown.id}`, shown);
    }
  }
  return found.map((item) => ({
    ...item,
    message: readable.get(`${item.message.chatId}/${item.message.id}`) ?? item.message,
  }));
}

/** Empty if the text that the person can read does not contain the words. */
function toResult({ message, title }: FoundMessage, words: readonly SearchWord[]): ChatSearchResult[] {
  const excerpt = makeExcerpt(message.content, words);
  if (excerpt === null) return [];
  return [
    {
      ConversationId: message.chatId,
      Title: title,
      message_id: message.id,
      source: message.source,
      timestamp: message.createdAt.toISOString(),
      excerpt: excerpt.text,
      marks: excerpt.marks,
    },
  ];
}
