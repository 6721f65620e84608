import { nest, noNesting, type Nesting } from './nesting.ts';
import { limits, unitsOf } from './renderLimits.ts';
import {
  cellsOf,
  closesFence,
  fenceIn,
  headOf,
  htmlEndOf,
  indentOf,
  interrupts,
  isBlank,
  isFootnote,
  isHeading,
  isQuote,
  isRule,
  isTableRule,
  isUnderline,
  listItemIn,
} from './lineSyntax.ts';

type Shape = 'blank' | 'text' | 'table' | 'list' | 'quote' | 'note' | 'indented' | 'fence' | 'html';

/** A block of Markdown as far as it has been read. */
export interface Block {
  from: number;
  /** Lines so far, without those above the first text. */
  lines: number;
  characters: number;
  shape: Shape;
  /** Too deep, too long or too costly for the parser. */
  plain: boolean;
  units: number;
  /** Nothing but blank lines can follow. */
  ended: boolean;
  /** The last line was blank. */
  gap: boolean;
  /** List: its bullet or delimiter. Fence: its run. HTML: the string that ends it. */
  marker: string;
  /** List: where the text of its last item begins. Table: its columns. */
  column: number;
  /** Table: header and rule. */
  header: string;
  /** Table: goes on from the block before, under the same header. */
  cut: boolean;
  nesting: Nesting;
  language: string;
}

const CODE_INDENT = 4;
/** Thousands of blank lines between two items of a list cost the parser too. */
const BLANK_UNITS = 0.1;

export function emptyBlock(from: number): Block {
  const nothing = { marker: '', column: 0, header: '', cut: false, language: '', nesting: noNesting };
  const counts = { lines: 0, characters: 0, units: limits.partUnits };
  return { from, shape: 'blank', plain: false, ended: false, gap: false, ...counts, ...nothing };
}

/** Whether a line belongs to the block, by CommonMark's rules as far as they decide where a block ends. */
export function continues(block: Block, line: string): boolean {
  if (block.shape === 'blank' || isBlank(line)) return true;
  if (block.ended) return false;
  const head = headOf(line);
  switch (block.shape) {
    case 'fence':
      return true;
    case 'html':
      return block.marker !== '' || !block.gap;
    case 'indented':
      return indentOf(head) >= CODE_INDENT;
    case 'note':
      return indentOf(head) >= CODE_INDENT || (!block.gap && !isFootnote(head) && !interrupts(head));
    case 'list':
      return continuesList(block, head);
    case 'quote':
      return !block.gap && (isQuote(head) || !interrupts(head));
    case 'table':
      return !block.gap && !interrupts(head) && block.units < limits.tableUnits;
    case 'text':
      return !block.gap && (isUnderline(head) || !interrupts(head));
  }
}

function continuesList({ marker, column, gap, units }: Block, head: string): boolean {
  if (indentOf(head) >= column) return true;
  const item = listItemIn(head);
  if (item && !isRule(head)) return item.marker === marker && units < limits.listUnits;
  return !gap && !interrupts(head);
}

/** Begins a block with a line; a table that was cut goes on under the same header. */
export function begin(from: number, line: string, cut: Block | null): Block {
  const block = emptyBlock(from);
  if (isBlank(line)) return block;
  if (cut?.shape === 'table' && !cut.gap && !interrupts(headOf(line))) {
    const { header, column } = cut;
    return { ...block, shape: 'table', cut: true, header, column, units: block.units + unitsOf(header) };
  }
  return { ...block, ...shapeOf(headOf(line)) };
}

function shapeOf(head: string): Partial<Block> {
  if (indentOf(head) >= CODE_INDENT) return { shape: 'indented' };
  const fence = fenceIn(head);
  if (fence)
    return {
      shape: 'fence',
      units: limits.codeUnits,
      marker: fence.run,
      language: fence.language,
      column: fence.indent,
    };
  if (isHeading(head) || isRule(head)) return { shape: 'text', ended: true };
  if (isQuote(head)) return { shape: 'quote' };
  const item = listItemIn(head);
  if (item) return { shape: 'list', marker: item.marker, column: item.column };
  if (isFootnote(head)) return { shape: 'note' };
  const end = htmlEndOf(head);
  return end === null ? { shape: 'text' } : { shape: 'html', marker: end };
}

/** The block with one more line; `before` is the line above it. */
export function extend(block: Block, line: string, before: string): Block {
  const characters = block.characters + line.length;
  if (isBlank(line)) return extendBlank({ ...block, characters });
  const next = { ...block, characters, gap: false, lines: block.lines + 1 };
  if (block.shape === 'fence') return extendFence(next, headOf(line));
  if (next.plain || characters > limits.blockCharacters) return { ...next, plain: true };
  return capped(extendShape(next, line, before), line);
}

function extendBlank(block: Block): Block {
  if (block.shape === 'blank' || block.shape === 'fence') return block;
  const units = block.units + BLANK_UNITS;
  return { ...block, gap: true, units, plain: block.plain || units > limits.blockUnits };
}

function extendFence(block: Block, head: string): Block {
  return { ...block, ended: block.lines > 1 && closesFence(head, block.marker) };
}

function extendShape(block: Block, line: string, before: string): Block {
  const head = headOf(line);
  if (block.shape === 'list') {
    const item = listItemIn(head);
    const own = item !== null && item.indent < block.column && item.marker === block.marker;
    return own ? { ...block, column: item.column } : block;
  }
  if (block.shape === 'html') return { ...block, ended: block.marker !== '' && line.includes(block.marker) };
  if (block.shape !== 'text' || block.lines < 2) return block;
  if (isUnderline(head)) return { ...block, ended: true };
  if (block.lines === 2 && isTableRule(line) && cellsOf(before) === cellsOf(line))
    return { ...block, shape: 'table', header: withLineEnd(before) + withLineEnd(line), column: cellsOf(line) };
  return block;
}

function capped(block: Block, line: string): Block {
  // What looks like HTML or text may be a quote to the parser; only indented code never is.
  const nesting = block.shape === 'indented' ? noNesting : nest(block.nesting, headOf(line));
  // A short row is filled up to the width of its table.
  const cells = block.shape === 'table' ? block.column / 2 : 0;
  const units = block.units + unitsOf(line) + nesting.depth + cells;
  return { ...block, nesting, units, plain: units > limits.blockUnits || nesting.depth > limits.depth };
}

function withLineEnd(line: string): string {
  return /[\r\n]$/.test(line) ? line : `${line}\n`;
}
