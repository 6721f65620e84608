import { AvaError } from '#contract/errors.ts';
import type { Model } from '#contract/models.ts';
import { memoryFullness } from '#contract/text/tokens.ts';
import type { Store } from '#api/storage/store.ts';
import type { StoredMessage } from '#api/storage/tables/chats/messages.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import type { HiddenMessages } from '#api/answers/hiddenMessages.ts';
import { openMessages } from '#api/answers/readableHistory.ts';

/** The messages before a question, and the tokens of the text that the person can read. */
export interface History {
  messages: readonly StoredMessage[];
  tokens: number;
}

/**
 * Reads the messages before a question, newest page first. Throws `too_large` as soon as they exceed the model's context
 * window, so that a large chat is never loaded as a whole.
 * @param before id of the question; if it was sent before, it and its answer are not part of the history
 */
export async function readHistory(
  { messages }: { messages: Pick<Store['messages'], 'list'> },
  hidden: HiddenMessages,
  { chatId, before: messageId, model }: { chatId: string; before: string; model: Model },
): Promise<History> {
  const pages: StoredMessage[][] = [];
  let tokens = 0;
  for (let before = messageId; ;) {
    const page = await messages.list(chatId, { before });
    const [oldest] = page;
    if (!oldest) return { messages: pages.toReversed().flat(), tokens };
    const counts = await Promise.all(openMessages(hidden, page).map(({ content }) => countTokens(content)));
    tokens += counts.reduce((total, count) => total + count, 0);
    if (memoryFullness(tokens, model) > 100) throw new AvaError('too_large');
    pages.push(page);
    before = oldest.id;
  }
}
