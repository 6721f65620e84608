/**
 * Normalizes a title for comparisons that ignore case, blanks and invisible characters. Upper case comes first, because it
 * turns `ß` into `SS`.
 */
export function toTitleKey(title: string): string {
  return title
    .normalize('NFC')
    .replace(/\s/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
    .toUpperCase()
    .toLowerCase();
}
