const SHORT = 1_500;
const LONG = 4 * SHORT;
/** A linear search of 6,000 characters takes a fraction of a millisecond. */
const SUSPICIOUS_MS = 4;
/** A linear search takes 4 times as long for 4 times the text, a quadratic one 16 times. */
const MOST_GROWTH = 9;

/** Characters that classes such as `\s`, `\w` and `[^>]` take. */
const common = ['a', 'A', '0', ' ', '\t', '\n', '.', '-', '"', '\\', '\u00e9', '\u0000'];

/**
 * Searches texts made of repeated pieces of an expression: its words, its signs and its common characters, alone and in
 * pairs, after each possible start.
 * @returns the attack as `start + piece × n`, null when none is slow
 */
export function growsTooFast(pattern: RegExp): string | null {
  const pieces = piecesOf(pattern.source);
  const own = pieces.filter((piece) => !common.includes(piece));
  const pairs = own.flatMap((one) => pieces.flatMap((two) => [one + two, two + one]));
  const attacks = [...pieces.flatMap((piece) => ['', ...own].map((start) => [start, piece])), ...pairs.map((pair) => ['', pair])]; // prettier-ignore
  for (const [start = '', piece = ''] of attacks) {
    const attack = (length: number) => `${start}${piece.repeat(length / piece.length)}\u0001`;
    if (isSlow(pattern, attack)) return `${JSON.stringify(start)} + ${JSON.stringify(piece)} × n`;
  }
  return null;
}

function piecesOf(source: string): string[] {
  const plain = source.replace(/\\[pPux]\{?\w*\}?|\\[bBdDsSwWntrfv]|[(?:<!=|{},^$]+\w?[,\d]*\}/g, ' ');
  const words = plain.match(/[A-Za-z]{2,}/g) ?? [];
  const signs = source.match(/[^\s\w]/gu) ?? [];
  return [...new Set([...words, ...signs, ...common])];
}

function isSlow(pattern: RegExp, attack: (length: number) => string): boolean {
  if (cpuMs(pattern, attack(LONG)) < SUSPICIOUS_MS) return false;
  // Measured again, so that a pause of the garbage collector is not taken for growth.
  const short = best(pattern, attack(SHORT));
  const long = best(pattern, attack(LONG));
  return long > SUSPICIOUS_MS && long > MOST_GROWTH * short;
}

const best = (pattern: RegExp, text: string) =>
  Math.min(cpuMs(pattern, text), cpuMs(pattern, text), cpuMs(pattern, text));

function cpuMs(pattern: RegExp, text: string): number {
  const start = process.cpuUsage();
  // Replacing searches the whole text, as matchAll does; without `g` a search goes on until the first match.
  text.replace(pattern, '');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
