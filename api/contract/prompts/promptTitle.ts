/**
 * A title for comparison: without regard to case, blanks and invisible characters. Upper case first, because it also joins
 * `ß` and `ss`.
 */
export function toTitleKey(title: string): string {
  return title
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
