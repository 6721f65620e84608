import { isSettled } from '#contract/runs/answerEvents.ts';
import type { Person } from '#api/identity/person.ts';
import type { MessageRow, StoredMessage } from '#api/storage/tables/chats/messages.ts';
import type { AnswerOrigins, Origin } from '#api/storage/tables/search/searches.ts';
import { findHiddenMessages, type AccessContext, type HiddenMessages } from './hiddenMessages.ts';

export const HIDDEN_ANSWER = "This answer is based on files that you can't open.";
/** Replaces a question that a person chose from the suggestions of a hidden answer. */
export const HIDDEN_QUESTION = "This question was suggested by an answer that is based on files that you can't open.";

/** Replaces a question that quotes a hidden answer. */
export const HIDDEN_QUOTE = "This question quotes an answer that is based on files that you can't open.";
/** A line of a quote block of Markdown. */
const QUOTE_LINE = /^> /m;

declare const asked: unique symbol;

/** A message as one person can read it now. What is shown, exported, searched or sent to a model is made of these only. */
export type ReadableMessage = MessageRow & {
  /** Whether a sentence replaces the text. */
  readonly isHidden: boolean;
  readonly [asked]: true;
};

interface ReadableHistory {
  messages: readonly ReadableMessage[];
  /** What the readable answers are based on; null if nothing was ever searched in the chat. */
  origins: readonly Origin[] | null;
}

/** Replaces the text of the messages that the person can't read. `hidden` says which ones these are. */
export function openMessages(hidden: HiddenMessages, messages: readonly StoredMessage[]): ReadableMessage[] {
  return messages.map((stored) => {
    // No other code reads the text of a stored message, so no text is shown without this check.
    const message = stored as unknown as MessageRow;
    const isHidden = hidden.has(message);
    return { ...(isHidden ? replaceText(message) : message), isHidden } as ReadableMessage;
  });
}

/**
 * Replaces the text of a hidden message. `seq` and the end are replaced too, because they would reveal how long the
 * text is.
 */
function replaceText(message: MessageRow): MessageRow {
  if (message.source === 'User')
    return { ...message, content: QUOTE_LINE.test(message.content) ? HIDDEN_QUOTE : HIDDEN_QUESTION };
  const settled = isSettled(message) && { seq: 0, state: { name: 'complete' as const, finish: 'stop' as const } };
  return { ...message, ...settled, content: HIDDEN_ANSWER, links: [], thoughts: null, calls: [], followUps: [] };
}

/** The messages of a chat as the person can read them now. */
export async function readMessages(
  ctx: AccessContext,
  person: Person,
  chatId: string,
  messages: readonly StoredMessage[],
): Promise<ReadableMessage[]> {
  return openMessages(await findHiddenMessages(ctx, person, [chatId]), messages);
}

export async function readMessage(
  ctx: AccessContext,
  person: Person,
  message: StoredMessage,
): Promise<ReadableMessage> {
  const [readable] = await readMessages(ctx, person, message.chatId, [message]);
  return readable as ReadableMessage;
}

/** The messages that a model reads as the person can read them now, with what the readable answers are based on. */
export async function getReadableHistory(
  ctx: AccessContext,
  person: Person,
  chatId: string,
  history: readonly StoredMessage[],
): Promise<ReadableHistory> {
  const { searches } = ctx.store;
  if (!(await searches.hasSearched(chatId)))
    return { messages: await readMessages(ctx, person, chatId, history), origins: null };
  const ids = history.map(({ id }) => id);
  const saved = await searches.findOrigins(chatId, ids);
  const messages = await readMessages(ctx, person, chatId, history);
  const origins = messages.flatMap(({ id, isHidden }) => (isHidden ? [] : listOrigins(saved.get(id))));
  return { messages, origins: [...new Map(origins.map((origin) => [JSON.stringify(origin), origin])).values()] };
}

/** What an answer is based on: the files of its passages, and what the earlier answers that the model read are based on. */
function listOrigins(origins: AnswerOrigins | undefined): Origin[] {
  // Hits without a site are in files of the chat (see `originsOf` of searches.ts).
  const hits = (origins?.hits ?? []).filter((hit) => hit.given && hit.siteId !== '');
  return [...hits.map(({ siteId, itemId }) => ({ siteId, itemId })), ...(origins?.otherOrigins ?? [])];
}
