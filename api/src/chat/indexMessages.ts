import { removeAccents, splitWords } from '#api/search/text/words.ts';
import type { Owner } from '#api/storage/schema.ts';
import type { AppContext } from '#api/context.ts';

/** Messages in one statement: few, because the embedded engine runs one statement at a time. */
const MESSAGES_PER_STATEMENT = 20;
/** Maximum different words of a message that can be found, more than people or models write. */
const MAX_WORDS = 20_000;

/** Saves the words of at most `limit` new messages, of one person or of all. */
export async function indexMessages(
  { store }: Pick<AppContext, 'store'>,
  owner: Owner | null,
  limit: number,
): Promise<void> {
  for (let indexed = 0; indexed < limit;) {
    const messages = await store.messageSearch.listUnindexed(owner, MESSAGES_PER_STATEMENT);
    if (messages.length === 0) return;
    const withWords = messages.map(({ content, ...message }) => ({ ...message, words: listWords(content) }));
    await store.messageSearch.saveWords(withWords);
    indexed += messages.length;
  }
}

/** The different words of a text, without accents. */
export function listWords(text: string): string[] {
  return [...new Set(splitWords(text).map((word) => removeAccents(word.text)))].filter(Boolean).slice(0, MAX_WORDS);
}
