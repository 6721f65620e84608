import { truncate } from '#contract/text/text.ts';
import { countShared, getContentWords, measureOverlap } from './words.ts';

const MAX_EXCERPT_LENGTH = 320;
/** Rows of a table that are quoted, with those that name its columns. */
const MAX_ROWS_LENGTH = 600;
const MAX_ROWS = 6;
const MAX_HEADING_LENGTH = 80;
/** Share of the words that the best row has, which another row needs to be quoted with it. */
const ROW_SHARE = 0.6;

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

/** The sentence or the rows of a passage that share the most words with a statement. */
export function findExcerpt(passage: string, statement: ReadonlySet<string>): string {
  const best = { text: '', score: -1 };
  for (const part of splitTables(passage)) {
    const text = part.isTable ? findRows(part.lines, statement) : findSentence(part.lines.join('\n'), statement);
    const score = measureOverlap(statement, getContentWords(text));
    if (text !== '' && score > best.score) Object.assign(best, { text, score });
  }
  return best.text;
}

interface PassagePart {
  lines: string[];
  isTable: boolean;
}

const isRow = (line: string) => line.startsWith('|') && line.trimEnd().endsWith('|');

/** Tells rows of tables (`| a | b |`) from other text. */
function splitTables(passage: string): PassagePart[] {
  const parts: PassagePart[] = [];
  for (const line of passage.split('\n')) {
    const isTable = isRow(line);
    if (parts.at(-1)?.isTable === isTable) parts.at(-1)!.lines.push(line);
    else parts.push({ lines: [line], isTable });
  }
  return parts;
}

/** The header of a table with the rows that share the most words with a statement. */
function findRows(lines: readonly string[], statement: ReadonlySet<string>): string {
  const rows = lines.filter((line) => !/^[|\s:-]+$/.test(line));
  const shared = rows.map((row) => countShared(statement, getContentWords(row)));
  const most = Math.max(...shared.slice(1), 1);
  const chosen = rows.filter((_, index) => index > 0 && shared[index]! >= most * ROW_SHARE).slice(0, MAX_ROWS);
  const quoted = [rows[0] ?? '', ...(chosen.length > 0 ? chosen : rows.slice(1, 1 + MAX_ROWS))];
  while (quoted.length > 2 && quoted.join('\n').length > MAX_ROWS_LENGTH) quoted.pop();
  return shorten(quoted.join('\n').trim(), MAX_ROWS_LENGTH);
}

const shorten = (text: string, length: number) => (text.length <= length ? text : `${truncate(text, length - 1)}…`);

/** Replaces line breaks while sentences are split: a break would end a sentence that continues on the next line. */
const LINE = ' \ue000';

/** The sentence of a text that shares the most words with a statement, without the heading above it. */
function findSentence(part: string, statement: ReadonlySet<string>): string {
  let best = { lines: [''], score: -1 };
  const text = part.replaceAll('\ue000', ' ').replace(/(?<![^\S\n])[^\S\n]*\n(?!\n)[^\S\n]*/g, LINE);
  for (const { segment } of sentenceSegmenter.segment(text)) {
    const lines = segment.split('\ue000').map((line) => line.trim());
    const score = measureOverlap(statement, getContentWords(lines.join(' ')));
    if (score > best.score && lines.some((line) => line !== '')) best = { lines, score };
  }
  return shorten(dropHeading(best.lines, statement).join(' ').trim(), MAX_EXCERPT_LENGTH);
}

/** Leaves out first lines that look like headings, unless they have words of the statement that the rest lacks. */
function dropHeading(lines: readonly string[], statement: ReadonlySet<string>): readonly string[] {
  const [first = '', next] = lines;
  const rest = lines.slice(1);
  if (next === undefined) return lines;
  const isHeading = first.length <= MAX_HEADING_LENGTH && !/[.!?:;,]$/.test(first) && /^[\p{Lu}\p{N}"“‘(]/u.test(next);
  const measure = (some: readonly string[]) => measureOverlap(statement, getContentWords(some.join(' ')));
  const needsFirst = measure(rest) < measure(lines);
  return first === '' || (isHeading && !needsFirst) ? dropHeading(rest, statement) : lines;
}
