/**
 * One unit is about 0.05 ms of parsing and drawing on a laptop: a delimiter run, a bracket, a table cell, a nested line.
 * The limits keep each piece of work on the main thread below 50 ms.
 */
export const limits = {
  /** Markdown's parser is quadratic in a block's delimiters and brackets; a block above this is shown as plain text. */
  blockUnits: 500,
  blockCharacters: 8_000,
  /** Each level is a recursion in the parser and in React; nobody reads deeper lists. */
  depth: 16,
  /** A list is cut before its next item, a table before its next row, so that the part that grows stays small. */
  listUnits: 150,
  tableUnits: 400,
  /** What drawing a part costs apart from its text. */
  partUnits: 5,
  /** A code block with its buttons. */
  codeUnits: 40,
  /** About 128 KB of ordinary Markdown; the text after it is shown as plain text. */
  textUnits: 30_000,
  /** What is drawn at once of a long text; the next frame draws on. */
  frameUnits: 500,
  /** A text with footnotes is parsed in one piece up to this, because references and notes belong together. */
  wholeUnits: 600,
  /** Link definitions that are kept for other blocks. */
  definitions: 200,
} as const;

const QUARTER = 0.25;
const HALF = 0.5;
const PER_CHARACTER = 0.01;

const costs: Record<string, number> = {
  '*': 1,
  _: 1,
  '~': 1,
  '`': 1,
  '[': 1,
  ']': 1,
  '|': 1,
  '<': 1,
  '&': HALF,
  '@': HALF,
  '.': QUARTER,
  ':': QUARTER,
  '\\': QUARTER,
};
const runs = new Set(['*', '_', '~', '`']);

/** Estimates what a line costs to parse and draw; linear in its length. */
export function unitsOf(line: string): number {
  let units = 1 + line.length * PER_CHARACTER;
  let before = '';
  for (const character of line) {
    const cost = costs[character];
    if (cost !== undefined && !(character === before && runs.has(character))) units += cost;
    before = character;
  }
  return units;
}
