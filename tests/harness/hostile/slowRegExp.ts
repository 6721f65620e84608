const SHORT = 1_500;
const LONG = 4 * SHORT;
/** A search that takes longer is measured again; a linear one of 6,000 characters takes less than a millisecond. */
const SUSPICIOUS_MS = 4;
/** Maximum growth of the time for 4 times the text: a linear search takes 4 times as long, a quadratic one 16 times. */
const MAX_GROWTH = 9;

/** Characters that classes such as `\s`, `\w` and `[^>]` match. */
const common = ['a', 'A', '0', ' ', '\t', '\n', '.', '-', '"', '\\', '\u00e9', '\u0000'];

/**
 * Applies an expression to texts that repeat a piece: a word or symbol of the expression, a common character, or a pair
 * of these. A single piece is also repeated in texts that start with one of the words and symbols.
 * @returns the first slow text as `start + piece × n`, or null
 */
export function findSlowInput(pattern: RegExp): string | null {
  const pieces = listPieces(pattern.source);
  const specific = pieces.filter((piece) => !common.includes(piece));
  const pairs = specific.flatMap((a) => pieces.flatMap((b) => [a + b, b + a]));
  const attacks = [...pieces.flatMap((piece) => ['', ...specific].map((start) => [start, piece])), ...pairs.map((pair) => ['', pair])]; // prettier-ignore
  for (const [start = '', piece = ''] of attacks) {
    const attack = (length: number) => `${start}${piece.repeat(length / piece.length)}\u0001`;
    if (isSlow(pattern, attack)) return `${JSON.stringify(start)} + ${JSON.stringify(piece)} × n`;
  }
  return null;
}

function listPieces(source: string): string[] {
  const plain = source.replace(/\\[pPux]\{?\w*\}?|\\[bBdDsSwWntrfv]|[(?:<!=|{},^$]+\w?[,\d]*\}/g, ' ');
  const words = plain.match(/[A-Za-z]{2,}/g) ?? [];
  const signs = source.match(/[^\s\w]/gu) ?? [];
  return [...new Set([...words, ...signs, ...common])];
}

function isSlow(pattern: RegExp, attack: (length: number) => string): boolean {
  if (measureCpuMs(pattern, attack(LONG)) < SUSPICIOUS_MS) return false;
  // A slow text is measured again, because a pause of the garbage collector looks like growth.
  const short = measureBest(pattern, attack(SHORT));
  const long = measureBest(pattern, attack(LONG));
  return long > SUSPICIOUS_MS && long > MAX_GROWTH * short;
}

const measureBest = (pattern: RegExp, text: string) =>
  Math.min(measureCpuMs(pattern, text), measureCpuMs(pattern, text), measureCpuMs(pattern, text));

function measureCpuMs(pattern: RegExp, text: string): number {
  const start = process.cpuUsage();
  // `replace` searches the whole text like `matchAll`; without `g` it stops at the first match.
  text.replace(pattern, '');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
