/** Control characters that XML does not allow, and noncharacters. Tab and line feed stay. */
// oxlint-disable-next-line no-control-regex
const NOT_ALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** Returns a text that every format can contain: well-formed, without control characters, with `\n` as line end. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(NOT_ALLOWED, '');
}
