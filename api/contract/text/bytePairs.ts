/** Counts the tokens of a text. */
export type TokenCounter = (text: string) => number;

/** Rank of a pair that is not a token; greater than every real rank. */
const NONE = 2 ** 30;
/** Number of pairs in the cache. Two odd factors spread the ranks of a pair over all bits of its hash. */
const PAIRS = 2 ** 18;
const [FACTOR_LEFT, FACTOR_RIGHT, SHIFT] = [0x9e3779b1, 0x85ebca6b, 32 - 18];

const encoder = new TextEncoder();

/** Returns the UTF-8 bytes of a text as a string with one character per byte. Such strings can be joined and are keys of a Map. */
function binaryOf(text: string): string {
  if (isAscii(text)) return text;
  let binary = '';
  for (const byte of encoder.encode(text)) binary += String.fromCharCode(byte);
  return binary;
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) return false;
  return true;
}

/**
 * Counts tokens by byte-pair encoding: splits a text by `pattern`, then joins the neighbors with the lowest rank in each
 * piece until no pair is a token. Takes quadratic time in the length of a piece, so the caller keeps pieces short.
 * @param vocabulary the bytes of each token, one character per byte, in the order of their ranks
 */
export function bytePairCounter(vocabulary: readonly string[], pattern: RegExp): TokenCounter {
  const ranks = new Map(vocabulary.map((token, rank) => [token, rank]));
  const ofByte = new Int32Array(256);
  // The first 256 ranks are the bytes themselves.
  for (let rank = 0; rank < 256; rank += 1) ofByte[vocabulary[rank]?.charCodeAt(0) ?? 0] = rank;

  const count = pieceCounter(ofByte, pairRanks(vocabulary, ranks));

  return (text) => {
    let total = 0;
    for (const [piece] of text.matchAll(pattern)) {
      const bytes = binaryOf(piece);
      total += ranks.has(bytes) ? 1 : count(bytes);
    }
    return total;
  };
}

/** Creates a function that returns the rank of two joined tokens. It caches recent pairs. */
function pairRanks(vocabulary: readonly string[], ranks: ReadonlyMap<string, number>) {
  const lefts = new Int32Array(PAIRS).fill(-1);
  const rights = new Int32Array(PAIRS);
  const joined = new Int32Array(PAIRS);

  return (left: number, right: number): number => {
    const slot = (Math.imul(left, FACTOR_LEFT) ^ Math.imul(right, FACTOR_RIGHT)) >>> SHIFT;
    if (lefts[slot] === left && rights[slot] === right) return joined[slot] ?? NONE;
    const rank = ranks.get(`${vocabulary[left]}${vocabulary[right]}`) ?? NONE;
    lefts[slot] = left;
    rights[slot] = right;
    joined[slot] = rank;
    return rank;
  };
}

/**
 * Creates a counter for one piece. The tokens form a linked list: `next` is the position of the following token,
 * `pairs` the rank of a token joined with the following one.
 */
function pieceCounter(ofByte: Int32Array, join: (left: number, right: number) => number): TokenCounter {
  let [tokens, next, pairs] = [new Int32Array(0), new Int32Array(0), new Int32Array(0)];

  return (bytes) => {
    const end = bytes.length;
    if (end > tokens.length) [tokens, next, pairs] = [new Int32Array(end), new Int32Array(end), new Int32Array(end)];
    const getPairRank = (index: number) => (next[index]! < end ? join(tokens[index]!, tokens[next[index]!]!) : NONE);
    for (let index = end - 1; index >= 0; index -= 1) {
      tokens[index] = ofByte[bytes.charCodeAt(index)]!;
      next[index] = index + 1;
      pairs[index] = getPairRank(index);
    }
    for (let remaining = end; ; remaining -= 1) {
      let best = NONE;
      let index = -1;
      let before = -1;
      for (let position = 0, previous = -1; position < end; previous = position, position = next[position]!) {
        if (pairs[position]! >= best) continue;
        best = pairs[position]!;
        index = position;
        before = previous;
      }
      if (index < 0) return remaining;
      tokens[index] = best;
      next[index] = next[next[index]!]!;
      pairs[index] = getPairRank(index);
      if (before >= 0) pairs[before] = getPairRank(before);
    }
  };
}
