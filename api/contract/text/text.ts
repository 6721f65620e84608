/** Returns the first `length` UTF-16 code units of a text, or one fewer if the last is half of a surrogate pair. */
export function truncate(text: string, length: number): string {
  const end = Math.min(length, text.length);
  const last = text.charCodeAt(end - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalf ? end - 1 : end);
}

const LINE_ENDS = /\r\n?|[\f\u2028\u2029]/g;
/** Control characters except tab and line feed, which XML and PostgreSQL refuse; byte order marks and noncharacters. */
const UNWANTED = /[^\P{Cc}\t\n]|[\uFEFF\uFFFE\uFFFF]/gu;

/** Returns a text that every format can contain: well-formed, without control characters, with `\n` as line end. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, '\n').replace(UNWANTED, '');
}
