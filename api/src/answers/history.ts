import { AvaError } from '../../contract/errors.ts';
import type { Model } from '../../contract/models.ts';
import { memoryFullness } from '../../contract/tokens.ts';
import type { Store } from '../storage/store.ts';
import type { MessageRow } from '../storage/tables/chats/messages.ts';
import { countTokens } from '../tokens/countTokens.ts';

/** What was said in a chat before a message, and the tokens of its text. */
export interface History {
  messages: readonly MessageRow[];
  tokens: number;
}

/**
 * Reads what was said before a message, newest page first. Throws `too_large` as soon as that is more than the model's
 * context window, so that no more of a chat is in memory than a model can read.
 * @param messageId when it is sent again, neither it nor its answer are part of what was said before
 */
export async function readHistory(
  { messages: stored }: { messages: Pick<Store['messages'], 'list'> },
  chatId: string,
  messageId: string,
  model: Model,
): Promise<History> {
  const pages: MessageRow[][] = [];
  let tokens = 0;
  for (let before = messageId; ;) {
    const page = await stored.list(chatId, { before });
    const [oldest] = page;
    if (!oldest) return { messages: pages.toReversed().flat(), tokens };
    const counts = await Promise.all(page.map(({ content }) => countTokens(content)));
    tokens += counts.reduce((total, count) => total + count, 0);
    if (memoryFullness(tokens, model) > 100) throw new AvaError('too_large');
    pages.push(page);
    before = oldest.id;
  }
}
