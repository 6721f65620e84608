/** Characters that the symbols of the fonts Wingdings and Symbol show, by the code without its private-use prefix. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    f0fe: '☒',
    f0fd: '☒',
    f0a8: '☐',
    f06f: '☐',
    f0fc: '✓',
    f0b7: '•',
    f0a7: '•',
    f0e0: '→',
    f0e8: '➔',
    f0df: '←',
    f0f0: '⇨',
    f04a: '☺',
    f04b: '😐',
    f04c: '☹',
    f0b0: '°',
    f0b1: '±',
    f0b3: '≥',
    f0a3: '≤',
    f0d7: '×',
  }),
);

/** The letters of the font Symbol, in the places of A to Z and a to z. */
const GREEK = ['ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ', 'αβχδεφγηιϕκλμνοπθρστυϖωξψζ'] as const;

/** The character that `w:sym` shows; empty if only its font can show it. */
export function toSign(code: string, font = ''): string {
  const known = SIGNS.get(code.toLowerCase());
  if (known !== undefined) return known;
  const point = /^[0-9a-f]+$/i.test(code) ? Number.parseInt(code, 16) : NaN;
  const letter = /^Symbol$/i.test(font) ? (GREEK[0][point - 0xf041] ?? GREEK[1][point - 0xf061]) : undefined;
  if (letter !== undefined) return letter;
  const isPrivate = point >= 0xe000 && point <= 0xf8ff;
  return Number.isNaN(point) || isPrivate || point > 0x10_ffff ? '' : String.fromCodePoint(point);
}
