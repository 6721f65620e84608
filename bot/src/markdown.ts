import { truncate } from '../../api/contract/text.ts';
declare const escaped: unique symbol;

/**
 * Markdown that AVA may send: every inserted name is escaped. Only this module and `answerText.ts` make it, and the types of
 * messages and cards accept no other string.
 */
export type Markdown = string & { readonly [escaped]: true };

/** Text from elsewhere. Markdown is not accepted: it would be escaped twice. */
type Inserted = number | (string & { readonly [escaped]?: never });

/** Longer than any name; an excerpt of a source is as long. */
const MAX_INSERTED = 400;

/** Everything that Markdown or an Adaptive Card (`{{DATE(…)}}`) gives a meaning to. */
const PUNCTUATION = /[\\`*_{}[\]()#+!|~^]/g;
/** At the start of a block these make a list or a heading of it. */
const BLOCK_START = /^(\d{1,9}(?=[.)])|(?=[-=]))/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Format characters such as U+202E reorder or hide text; the joiners U+200C and U+200D belong to scripts and emoji. */
const FORMAT = /(?![\u200c\u200d])\p{Cf}/gu;
/** Teams turns addresses into links by itself; a blank of no width after these keeps a name from being one. */
const ADDRESS_START = /@|:(?=\/\/)|\bwww(?=\.)/gi;

/** A text of one line and at most so many characters, cut with an ellipsis, without characters that nobody sees. */
export function short(text: string, most: number): string {
  // Cut first: the rest of a megabyte is not worth looking at. Four times as much leaves room for what is removed.
  const line = text
    .slice(0, most * 4)
    .toWellFormed()
    .replace(FORMAT, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const isWhole = line.length <= most && text.length <= most * 4;
  return isWhole ? line : `${truncate(line, most - 1)}…`;
}

/** A name as Teams draws it in messages and cards: letter by letter, never as formatting, a link, an image or a mention. */
export function escapeMarkdown(name: string): Markdown {
  return short(name, MAX_INSERTED)
    .replace(PUNCTUATION, '\\$&')
    .replace(BLOCK_START, '$1\\')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
    .replace(ADDRESS_START, '$&\u200b') as Markdown;
}

/** Tag of AVA's own sentences: the template is Markdown, what is inserted is escaped. */
export function sentence(written: TemplateStringsArray, ...inserted: readonly Inserted[]): Markdown {
  const parts = inserted.map((value, at) => `${escapeMarkdown(String(value))}${written[at + 1] ?? ''}`);
  return `${written[0] ?? ''}${parts.join('')}` as Markdown;
}

/** Puts Markdown together, without the empty parts. */
export function joinMarkdown(parts: readonly Markdown[], separator: ' ' | '' | '\n\n' = '\n\n'): Markdown {
  return parts.filter((part) => part !== '').join(separator) as Markdown;
}

/** A link of AVA's own. Its label is escaped; of its address, what could end the link early. */
export function markdownLink(label: string, url: string): Markdown {
  const address = url.replace(
    /[\s\\()<>]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[${escapeMarkdown(label)}](${address})` as Markdown;
}
