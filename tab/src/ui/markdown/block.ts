import { emptyNesting, getIndent, updateNesting, type Nesting } from '#contract/markdown/nesting.ts';
import { limits, estimateUnits } from './renderLimits.ts';
import {
  countCells,
  closesFence,
  parseFence,
  parseFormulaStart,
  getLineHead,
  interruptsParagraph,
  isBlank,
  isFootnote,
  isHeading,
  isQuote,
  isThematicBreak,
  isTableDelimiterRow,
  isHeadingUnderline,
  parseListItem,
} from './lineSyntax.ts';

type Shape = 'blank' | 'text' | 'table' | 'list' | 'quote' | 'note' | 'indented' | 'fence' | 'formula';

/** A Markdown block that is being read. */
export interface Block {
  from: number;
  /** Number of lines so far, without leading blank lines. */
  lines: number;
  characters: number;
  shape: Shape;
  /** Shown as plain text: too deep, too long or too expensive for the parser. */
  plain: boolean;
  units: number;
  /** Only blank lines can follow. */
  ended: boolean;
  /** The last line was blank. */
  endsBlank: boolean;
  /** List: bullet or delimiter. Fence: its backticks or tildes. Formula: the string that ends it. */
  marker: string;
  /** List: column of the last item's text. Table: number of columns. */
  column: number;
  /** Table: its header row and its delimiter row. */
  header: string;
  /** Table: continues the previous block under the same header. */
  continuesTable: boolean;
  nesting: Nesting;
  language: string;
}

const CODE_INDENT = 4;
/** Units of a blank line: thousands of them between list items also cost parser time. */
const BLANK_UNITS = 0.1;

export function createEmptyBlock(from: number): Block {
  const defaults = { marker: '', column: 0, header: '', continuesTable: false, language: '', nesting: emptyNesting };
  const counts = { lines: 0, characters: 0, units: limits.partUnits };
  return { from, shape: 'blank', plain: false, ended: false, endsBlank: false, ...counts, ...defaults };
}

/** Whether a line belongs to the block, by CommonMark's rules for where a block ends. */
export function continuesBlock(block: Block, line: string): boolean {
  if (block.shape === 'blank' || isBlank(line)) return true;
  if (block.ended) return false;
  const head = getLineHead(line);
  switch (block.shape) {
    case 'fence':
      return true;
    case 'formula':
      return !block.endsBlank;
    case 'indented':
      return getIndent(head) >= CODE_INDENT;
    case 'note':
      return getIndent(head) >= CODE_INDENT || (!block.endsBlank && !isFootnote(head) && !interruptsParagraph(head));
    case 'list':
      return continuesList(block, head);
    case 'quote':
      return !block.endsBlank && (isQuote(head) || !interruptsParagraph(head));
    case 'table':
      return !block.endsBlank && !interruptsParagraph(head) && block.units < limits.tableUnits;
    case 'text':
      return !block.endsBlank && (isHeadingUnderline(head) || !interruptsParagraph(head));
  }
}

function continuesList({ marker, column, endsBlank, units }: Block, head: string): boolean {
  if (getIndent(head) >= column) return true;
  const item = parseListItem(head);
  if (item && !isThematicBreak(head)) return item.marker === marker && units < limits.listUnits;
  return !endsBlank && !interruptsParagraph(head);
}

/** Starts a block with a line; a table that was split continues under the same header. */
export function startBlock(from: number, line: string, cut: Block | null): Block {
  const block = createEmptyBlock(from);
  if (isBlank(line)) return block;
  if (cut?.shape === 'table' && !cut.endsBlank && !interruptsParagraph(getLineHead(line))) {
    const { header, column } = cut;
    return {
      ...block,
      shape: 'table',
      continuesTable: true,
      header,
      column,
      units: block.units + estimateUnits(header),
    };
  }
  return { ...block, ...detectShape(getLineHead(line)) };
}

function detectShape(head: string): Partial<Block> {
  if (getIndent(head) >= CODE_INDENT) return { shape: 'indented' };
  const fence = parseFence(head);
  if (fence)
    return {
      shape: 'fence',
      units: limits.codeUnits,
      marker: fence.run,
      language: fence.language,
      column: fence.indent,
    };
  if (isHeading(head) || isThematicBreak(head)) return { shape: 'text', ended: true };
  if (isQuote(head)) return { shape: 'quote' };
  const formula = parseFormulaStart(head);
  if (formula) return { shape: 'formula', marker: formula.end };
  const item = parseListItem(head);
  if (item) return { shape: 'list', marker: item.marker, column: item.column };
  return { shape: isFootnote(head) ? 'note' : 'text' };
}

/** Adds a line to the block; `before` is the line above it. */
export function extendBlock(block: Block, line: string, before: string): Block {
  const characters = block.characters + line.length;
  if (isBlank(line)) return extendBlank({ ...block, characters });
  const next = { ...block, characters, gap: false, lines: block.lines + 1 };
  if (block.shape === 'fence') return extendFence(next, getLineHead(line));
  if (next.plain || characters > limits.blockCharacters) return { ...next, plain: true };
  return applyLimits(extendShape(next, line, before), line);
}

function extendBlank(block: Block): Block {
  if (block.shape === 'blank' || block.shape === 'fence') return block;
  const units = block.units + BLANK_UNITS;
  return { ...block, endsBlank: true, units, plain: block.plain || units > limits.blockUnits };
}

function extendFence(block: Block, head: string): Block {
  return { ...block, ended: block.lines > 1 && closesFence(head, block.marker) };
}

function extendShape(block: Block, line: string, before: string): Block {
  const head = getLineHead(line);
  if (block.shape === 'list') {
    const item = parseListItem(head);
    const isSibling = item !== null && item.indent < block.column && item.marker === block.marker;
    return isSibling ? { ...block, column: item.column } : block;
  }
  if (block.shape === 'formula') return { ...block, ended: endsFormula(block, line) };
  if (block.shape !== 'text' || block.lines < 2) return block;
  if (isHeadingUnderline(head)) return { ...block, ended: true };
  if (block.lines === 2 && isTableDelimiterRow(line) && countCells(before) === countCells(line))
    return { ...block, shape: 'table', header: withLineEnd(before) + withLineEnd(line), column: countCells(line) };
  return block;
}

/** On the first line, the marker that opens the formula must not count as the one that closes it. */
function endsFormula({ lines, marker }: Block, line: string): boolean {
  const text = line.trim();
  return text.endsWith(marker) && (lines > 1 || text.length > marker.length);
}

function applyLimits(block: Block, line: string): Block {
  // The parser can find nested quotes and lists even in lines that look like text, but not in indented code or a
  // formula.
  const nesting =
    block.shape === 'indented' || block.shape === 'formula'
      ? emptyNesting
      : updateNesting(block.nesting, getLineHead(line), limits.depth);
  // The parser pads a short row to the table's width, so each row costs half a unit per column.
  const cells = block.shape === 'table' ? block.column / 2 : 0;
  const units = block.units + estimateUnits(line, block.shape === 'formula') + nesting.depth + cells;
  return { ...block, nesting, units, plain: units > limits.blockUnits || nesting.depth > limits.depth };
}

function withLineEnd(line: string): string {
  return /[\r\n]$/.test(line) ? line : `${line}\n`;
}
