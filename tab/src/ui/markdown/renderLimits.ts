/**
 * One unit is about 0.05 ms of parsing and rendering on a laptop: a delimiter run, a bracket, a table cell, a nested
 * line. The limits keep each task on the main thread below 50 ms.
 */
export const limits = {
  /** The Markdown parser is quadratic in a block's delimiters and brackets; a larger block is shown as plain text. */
  blockUnits: 500,
  blockCharacters: 8_000,
  /** Each level is a recursion in the parser and in React. */
  depth: 16,
  /** A list is split before its next item and a table before its next row, so that the growing part stays small. */
  listUnits: 150,
  tableUnits: 400,
  /** Base cost of rendering a part. */
  partUnits: 5,
  /** A code block with its buttons. */
  codeUnits: 40,
  /** About 128 KB of ordinary Markdown; the text after it is shown as plain text. */
  textUnits: 30_000,
  /** Units rendered in one step; the next step follows after a pause. */
  frameUnits: 500,
  /** Maximum for parsing a text with footnotes in one piece. */
  wholeUnits: 600,
  /** Maximum number of link definitions that other blocks can use. */
  definitions: 200,
} as const;

const QUARTER = 0.25;
const HALF = 0.5;
const PER_CHARACTER = 0.01;
/** Rendering a formula costs much more per character than text. */
const PER_FORMULA_CHARACTER = 0.5;

const costs: Record<string, number> = {
  '*': 1,
  _: 1,
  '~': 1,
  '`': 1,
  '[': 1,
  ']': 1,
  '|': 1,
  $: 1,
  '<': 1,
  '&': HALF,
  '@': HALF,
  '.': QUARTER,
  ':': QUARTER,
  '\\': QUARTER,
};
const runs = new Set(['*', '_', '~', '`', '$']);

const formulaStarts = new Set(['\\(', '\\[', '$$']);
const formulaEnds = new Set(['\\)', '\\]', '$$']);

/** Estimates the cost of parsing and rendering a line, in linear time. `inFormula`: the line continues a formula. */
export function estimateUnits(line: string, inFormula = false): number {
  let units = 1 + line.length * PER_CHARACTER;
  let before = '';
  let isFormula = inFormula;
  for (const character of line) {
    const cost = costs[character];
    if (cost !== undefined && !(character === before && runs.has(character))) units += cost;
    if (isFormula) units += PER_FORMULA_CHARACTER;
    if ((isFormula ? formulaEnds : formulaStarts).has(before + character)) isFormula = !isFormula;
    before = character;
  }
  return units;
}
