import remend from 'remend';
import { parseTag } from '#contract/markdown/htmlTags.ts';

/**
 * Ends of a text that the next characters decide: marks, which are added again if they close something, the start of an
 * item or a link, and half a tag.
 */
const UNFINISHED =
  /(?:(?<!\\)[*_~`]{1,3}|(?<!\\)!?\[\d{0,4}|(?<=^|\n)[ \t]{0,20}(?:[-+=]{1,3}|\d{1,3}[.)]?)[ \t]?|<\/?[a-z]{0,6})$/i;
/** A formula that has not ended. Not a dollar before a digit, which is more often a price. */
const OPEN_FORMULA =
  /(?<![\\$])\$\$(?!\$)[^$\n]{0,300}\$?$|(?:\\[([]|(?<![\w\\$])\$(?![\s\d$]))(?:(?!\\[)\]])[^$\n]){0,300}$/;
const SENTENCE = /\s\p{L}{2,30}\s|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]{2}/u;
/** The header of a table before the line below it is complete. */
const OPEN_TABLE = /^ {0,3}\|[^\n]*(?:\n[\s|:-]*)?$/;
/** The text of a link whose address has not arrived. A number in brackets is a citation instead. */
const OPEN_LINK = /(?<!\\)\[([^[\]\d][^[\]]{0,200})\]$/;
const TAG = /`[^`\n]{0,1000}`|<\/?[a-z]{1,6}>/gi;
/** Code, and formulas that have ended. Marks in them do not count. */
const WHOLE = /`[^`\n]{0,1000}(?:`|$)|\$\$[^$]{1,1000}\$\$|(?<![\w\\$])\$(?![\s$])[^$\n]{1,300}(?<!\s)\$(?!\w)/g;
const options = {
  linkMode: 'text-only',
  singleTilde: false,
  htmlTags: false,
  katex: false,
  setextHeadings: false,
} as const;

/**
 * Completes the last block of a text that is still arriving, so that marks are not shown as text first: closes emphasis,
 * code, links and tags, and leaves out what the next characters decide.
 */
export function closeOpenEnd(block: string): string {
  if (OPEN_TABLE.test(block)) return '';
  const formula = OPEN_FORMULA.exec(block.replace(WHOLE, (code) => 'x'.repeat(code.length)));
  const isFormula = formula !== null && !SENTENCE.test(formula[0]);
  const text = (isFormula ? block.slice(0, formula.index) : block).replace(UNFINISHED, '').replace(OPEN_LINK, '$1');
  const [end, tags] = [text.trimEnd(), closeTags(text.trimEnd())];
  const marks = remend(end, options);
  const added = marks.startsWith(end) ? marks.slice(end.length) : '';
  // Marks and tags are closed in the reverse order of their opening.
  return added !== '' && end.lastIndexOf(added) > end.lastIndexOf('<')
    ? marks + tags.slice(end.length)
    : remend(tags, options);
}

function closeTags(text: string): string {
  const open: string[] = [];
  for (const [source] of text.matchAll(TAG)) {
    const tag = parseTag(source);
    if (!tag || tag.meaning === 'break') continue;
    if (!tag.closes) open.push(tag.name);
    else if (open.at(-1) === tag.name) open.pop();
  }
  return (
    text +
    open
      .toReversed()
      .map((name) => `</${name}>`)
      .join('')
  );
}
