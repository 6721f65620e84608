import { truncate } from '#contract/text/text.ts';

declare const escaped: unique symbol;

/**
 * Markdown that AVA can send: every inserted name is escaped. Only this module and `answerText.ts` create it, and
 * messages and cards accept no other string.
 */
export type Markdown = string & { readonly [escaped]: true };

/** Text from elsewhere. Markdown is not accepted because it would be escaped twice. */
type Inserted = number | (string & { readonly [escaped]?: never });

/** Maximum number of characters of an inserted name. The excerpt of a source has the same limit. */
const MAX_INSERTED = 400;

/** Characters with a meaning in Markdown or in an Adaptive Card (`{{DATE(…)}}`). */
const PUNCTUATION = /[\\`*_{}[\]()#+!|~^]/g;
/** Characters that start a list or a heading at the start of a block. */
const BLOCK_START = /^(\d{1,9}(?=[.)])|(?=[-=]))/;
const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
/** Format characters such as U+202E reorder or hide text. U+200C and U+200D are kept: scripts and emoji need them. */
const FORMAT = /(?![\u200c\u200d])\p{Cf}/gu;
/** Teams turns addresses into links; a zero-width space after these prevents it. */
const ADDRESS_START = /@|:(?=\/\/)|\bwww(?=\.)/gi;

/** One line of text without invisible characters, cut to `maxLength` with an ellipsis. */
export function shorten(text: string, maxLength: number): string {
  // Cut first, so that a megabyte of text costs nothing. The factor leaves space for characters that are removed.
  const line = text
    .slice(0, maxLength * 4)
    .toWellFormed()
    .replace(FORMAT, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
  const isWhole = line.length <= maxLength && text.length <= maxLength * 4;
  return isWhole ? line : `${truncate(line, maxLength - 1)}…`;
}

/** Escapes a name, so that Teams shows it literally: no formatting, link, image or mention. */
export function escapeMarkdown(name: string): Markdown {
  return shorten(name, MAX_INSERTED)
    .replace(PUNCTUATION, '\\$&')
    .replace(BLOCK_START, '$1\\')
    .replace(/[&<>]/g, (character) => ENTITIES[character] ?? '')
    .replace(ADDRESS_START, '$&\u200b') as Markdown;
}

/** Template tag for AVA's own sentences: the template is Markdown, inserted values are escaped. */
export function sentence(template: TemplateStringsArray, ...inserted: readonly Inserted[]): Markdown {
  const parts = inserted.map((value, index) => `${escapeMarkdown(String(value))}${template[index + 1] ?? ''}`);
  return `${template[0] ?? ''}${parts.join('')}` as Markdown;
}

/** Joins the parts that are not empty. */
export function joinMarkdown(parts: readonly Markdown[], separator: ' ' | '' | '\n\n' = '\n\n'): Markdown {
  return parts.filter((part) => part !== '').join(separator) as Markdown;
}

/** A Markdown link. Escapes the label, and the characters of the URL that could end the link early. */
export function markdownLink(label: string, url: string): Markdown {
  const address = url.replace(
    /[\s\\()<>]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  );
  return `[${escapeMarkdown(label)}](${address})` as Markdown;
}
