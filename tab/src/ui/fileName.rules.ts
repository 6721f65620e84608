/** Characters before the extension that stay visible: they often tell versions apart, as in `Report v2.docx`. */
const KEPT_BEFORE_EXTENSION = 3;
/** A longer part after the last dot is not an extension. */
const MAX_EXTENSION = 10;

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;

/**
 * Splits a file name into a start that can be cut and an end that stays: the extension and the characters before it. A
 * name without an extension, or with right-to-left text, whose parts must stay together, has no end.
 */
export function splitFileName(name: string): { start: string; end: string } {
  const dot = name.lastIndexOf('.');
  const extension = name.slice(dot);
  if (dot <= 0 || extension.length - 1 > MAX_EXTENSION || RIGHT_TO_LEFT.test(name)) return { start: name, end: '' };
  const kept = Array.from(name.slice(Math.max(0, dot - 2 * KEPT_BEFORE_EXTENSION), dot)).slice(-KEPT_BEFORE_EXTENSION);
  const end = kept.join('') + extension;
  return { start: name.slice(0, name.length - end.length), end };
}
