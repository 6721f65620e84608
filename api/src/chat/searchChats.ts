import type { ChatType } from '#contract/chats/chat.ts';
import type { ChatSearchResult } from '#contract/chats/history.ts';
import { MAX_SEARCH_RESULTS } from '#contract/limits.ts';
import { findHiddenMessages } from '#api/answers/hiddenMessages.ts';
import { openMessages, type ReadableMessage } from '#api/answers/readableHistory.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import type { MessageMatch, SearchWord } from '#api/storage/tables/chats/messageSearch.ts';
import { makeExcerpt } from './excerpt.ts';
import { indexMessages, listWords } from './indexMessages.ts';

/** Words of a search that are used; more would not find other messages. */
const MAX_WORDS = 16;
/** A shorter beginning of a word would match most words of the index. */
const MIN_PREFIX_CHARACTERS = 2;
const RESULTS_PER_CHAT = 3;
/** Matches that one statement returns, usually all. Only their ids are read. */
const MATCHES_PER_PAGE = 500;
const MESSAGES_PER_READ = 40;
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
  await indexMessages(ctx, person, MESSAGES_INDEXED);
  return collectResults(
    ctx,
    person,
    (after) => ctx.store.messageSearch.listMatches(person, type, words, { after, limit: MATCHES_PER_PAGE }),
    words,
  );
}

/**
 * Goes through the matches, newest first, until there are enough results. What the person can't read is left out before
 * anything is counted, and there is no limit for it: a hidden match that takes the place of a readable one would tell which
 * words it contains.
 */
async function collectResults(
  ctx: AppContext,
  person: Person,
  listMatches: (after: MessageMatch | undefined) => Promise<MessageMatch[]>,
  words: readonly SearchWord[],
): Promise<ChatSearchResult[]> {
  const results = new ResultList();
  for (let after: MessageMatch | undefined; ;) {
    const matches = await listMatches(after);
    const hidden = await findHiddenMessages(ctx, person, [...new Set(matches.map(({ chatId }) => chatId))]);
    const readable = matches.filter((match) => !hidden.has(match));
    for (let start = 0; start < readable.length && !results.isFull; start += MESSAGES_PER_READ) {
      const wanted = readable.slice(start, start + MESSAGES_PER_READ).filter(({ chatId }) => results.accepts(chatId));
      for (const { message, title } of await ctx.store.messageSearch.readMatches(wanted))
        for (const opened of openMessages(hidden, [message])) results.add(toResult(opened, title, words));
    }
    after = matches.at(-1);
    if (results.isFull || matches.length < MATCHES_PER_PAGE) return results.list;
  }
}

/** The first results, at most `RESULTS_PER_CHAT` of a chat. */
class ResultList {
  readonly list: ChatSearchResult[] = [];
  readonly #counts = new Map<string, number>();

  get isFull(): boolean {
    return this.list.length === MAX_SEARCH_RESULTS;
  }

  accepts(chatId: string): boolean {
    return !this.isFull && (this.#counts.get(chatId) ?? 0) < RESULTS_PER_CHAT;
  }

  add(result: ChatSearchResult | null): void {
    if (result === null || !this.accepts(result.ConversationId)) return;
    this.#counts.set(result.ConversationId, (this.#counts.get(result.ConversationId) ?? 0) + 1);
    this.list.push(result);
  }
}

export function parseSearch(text: string): SearchWord[] {
  const words = listWords(text).slice(0, MAX_WORDS);
  return words.map((word, index) => ({
    text: word,
    isPrefix: index === words.length - 1 && word.length >= MIN_PREFIX_CHARACTERS,
  }));
}

/** Returns null if the readable text does not contain the words, for example because the answer is hidden. */
function toResult(
  { id, chatId, content, source, createdAt }: ReadableMessage,
  title: string,
  words: readonly SearchWord[],
): ChatSearchResult | null {
  const excerpt = makeExcerpt(content, words);
  return (
    excerpt && {
      ConversationId: chatId,
      Title: title,
      message_id: id,
      source,
      timestamp: createdAt.toISOString(),
      excerpt: excerpt.text,
      marks: excerpt.marks,
    }
  );
}
