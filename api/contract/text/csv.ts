/** A cell that starts with one of these is a formula for Excel, which can run commands and send data. */
const FORMULA_START = /^[=+\-@\t\r]/;
const NEEDS_QUOTES = /[",\r\n;]/;
/** A plain number can start with a sign. */
const NUMBER = /^[+-]?\d[\d.,]{0,30}%?$/;

/** Writes rows as CSV (RFC 4180). A cell that Excel would run as a formula gets an apostrophe in front. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => row.map(toCell).join(',')).join('\r\n');
}

function toCell(value: string): string {
  const text = value.trim();
  const safe = FORMULA_START.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) || safe.startsWith("'") ? `"${safe.replaceAll('"', '""')}"` : safe;
}
