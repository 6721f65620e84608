import type { AcceptedQuestion } from '../../answers/acceptQuestion.ts';
import type { ReadableMessage } from '../../answers/readableHistory.ts';
import type { SchemaValue } from '../../mcp/toolSchema.ts';
import type { Origin } from '../../storage/tables/search/searches.ts';

/** What the model of an answer has read. */
export interface Reading {
  /** Whether it has read anything that the person did not write. */
  hasOtherTexts: boolean;
  /** What the person wrote in this chat. */
  ownTexts: readonly string[];
}

/** What the model reads with a question, before it calls a function. */
export function describeReading(
  { text, files }: Pick<AcceptedQuestion, 'text' | 'files'>,
  history: readonly ReadableMessage[],
  origins: readonly Origin[] | null,
): Reading {
  // In a copy of a chat, the sharer wrote the questions.
  const own = history.filter(({ source, author }) => source === 'User' && !author);
  const hasOtherTexts =
    files.length > 0 ||
    (origins ?? []).length > 0 ||
    history.some(
      ({ author, files: attached, links, calls }) => author || attached.length + links.length + calls.length > 0,
    );
  return { hasOtherTexts, ownTexts: [text, ...own.map(({ content }) => content)] };
}

/**
 * Whether arguments can be sent to another system. If the model has read other texts, one of them could have asked it to
 * send what it knows. Then arguments have only words that the person wrote and values that the tool lists.
 */
export function mayBeSent(
  args: unknown,
  values: readonly SchemaValue[],
  { hasOtherTexts, ownTexts }: Reading,
): boolean {
  if (!hasOtherTexts) return true;
  const listed = new Set(values);
  const own = new Set(ownTexts.flatMap(splitWords));
  return listLeaves(args).every(
    (leaf) => typeof leaf === 'boolean' || leaf === null || listed.has(leaf) || hasOnly(own, String(leaf)),
  );
}

/** Signs between words can carry a text, too, so that there are at most two for each word. */
function hasOnly(own: ReadonlySet<string>, text: string): boolean {
  const words = splitWords(text);
  const signs = text.length - words.join('').length;
  return signs <= 2 * words.length && words.every((word) => own.has(word));
}

function splitWords(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** The values of arguments, of which JSON has no other kinds. */
function listLeaves(value: unknown): SchemaValue[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(listLeaves);
  return [value as SchemaValue];
}
