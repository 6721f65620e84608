import { formatRow, isFigureLine, isRow, isRuler } from './tableRows.ts';

/** A paragraph, list item, heading or table row. */
export type Block = { kind: 'text' | 'item' | 'heading' | 'row'; text: string };

const ITEM = /^\s*(?:[-*•–·▪◦‣]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/;
/** A line that contains only a page number. */
const PAGE_NUMBER = /^(?:page\s+)?[-–]?\s*\d{1,4}(?:\s*(?:of|\/)\s*\d{1,4})?\s*[-–]?$/i;
const MARKED_HEADING = /^\s*#{1,6}\s+/;
const SENTENCE_END = /[.!?…:;。！？؟।]["'”’»)\]]*$/;
/** Words that cannot end a sentence, so that the next line continues it. */
const OPEN_END = /(?:,|\b(?:a|an|and|as|at|by|for|from|in|of|on|or|than|that|the|to|under|with|within))$/i;

const HYPHENATED = /(?<!\p{L})\p{L}{1,40}-\p{L}{1,40}/gu;
const CUT = /(?<!\p{L})(\p{L}{1,40})[-‐]\n[ \t]*(\p{Ll}{1,40})/gu;

/** Joins hyphenated words at line ends: "reim-\nbursement" is one word unless the text also contains it with a hyphen. */
function joinHyphenatedWords(text: string): string {
  const plain = text.replace(/\u00ad\n?\s*/g, '');
  const hyphenated = new Set(plain.toLowerCase().match(HYPHENATED));
  return plain.replace(CUT, (_, head: string, tail: string) =>
    hyphenated.has(`${head}-${tail}`.toLowerCase()) ? `${head}-${tail}` : head + tail,
  );
}

/** The blocks of a text whose lines can be wrapped. */
export function parseBlocks(text: string): Block[] {
  const lines = joinHyphenatedWords(text.replace(/\r\n?/g, '\n')).split('\n');
  const width = estimateLineWidth(lines);
  const blocks: Block[] = [];
  let last: { line: string; block: Block } | undefined;
  let afterBlank = false;
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim();
    if (!line || PAGE_NUMBER.test(line) || isRuler(line)) {
      afterBlank = true;
      continue;
    }
    if (isFigureLine(line) && [lines[index - 1], lines[index + 1]].some((other) => isFigureLine(other?.trim() ?? ''))) {
      const block: Block = { kind: 'row', text: line };
      blocks.push(block);
      last = { line, block };
      afterBlank = false;
      continue;
    }
    if (last && isContinuation(last, line, { width, afterBlank })) {
      last.block.text += ` ${line}`;
      last.line = line;
    } else {
      const block = parseBlock(line);
      blocks.push(block);
      last = { line, block };
    }
    afterBlank = false;
  }
  return blocks.map((block, index) => detectHeading(block, blocks[index + 1]));
}

/** Characters of a full line: the 90th percentile of the line lengths. */
function estimateLineWidth(lines: string[]): number {
  const lengths = lines.map((line) => line.trim().length).filter((length) => length > 0);
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length * 0.9)] ?? 0;
}

function parseBlock(line: string): Block {
  if (MARKED_HEADING.test(line)) return { kind: 'heading', text: line.replace(MARKED_HEADING, '') };
  if (ITEM.test(line)) return { kind: 'item', text: line.replace(ITEM, '') };
  if (isRow(line)) return { kind: 'row', text: formatRow(line) };
  return { kind: 'text', text: line };
}

type Layout = { width: number; afterBlank: boolean };

/** Whether a line continues the sentence of the line before it. */
function isContinuation(
  { line, block }: { line: string; block: Block },
  next: string,
  { width, afterBlank }: Layout,
): boolean {
  if (block.kind === 'heading' || block.kind === 'row' || parseBlock(next).kind !== 'text') return false;
  const isOpen = !SENTENCE_END.test(line);
  const isLowerCase = /^["'“‘(]?\p{Ll}/u.test(next);
  // A page break inside a sentence produces blank lines.
  if (afterBlank) return isOpen && isLowerCase;
  if (isOpen) return isLowerCase || OPEN_END.test(line) || line.length >= 0.75 * width;
  return block.kind === 'text' && line.length >= 0.75 * width && !/[:]$/.test(line);
}

/** A short line without final punctuation above a text or a table is a heading. */
function detectHeading(block: Block, next: Block | undefined): Block {
  const isShort = block.text.length <= 70 && block.text.split(/\s+/).length <= 10;
  const isPhrase = !/[.!?…;,。！？]$/.test(block.text) && /^[\p{Lu}\p{N}]/u.test(block.text);
  const isAboveText = next?.kind === 'row' || (next?.kind === 'text' && next.text.length > block.text.length);
  return block.kind === 'text' && isShort && isPhrase && isAboveText && !block.text.endsWith(':')
    ? { ...block, kind: 'heading' }
    : block;
}
