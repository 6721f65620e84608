/** No sentence is longer. The limit bounds the cost of a line without punctuation. */
const MAX_STATEMENT_LENGTH = 2_000;

const sentenceSegmenter = new Intl.Segmenter('en', { granularity: 'sentence' });

const ITEM = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s/;
const ROW = /^\s{0,3}\|/;
const MARK = /\[\d+\]/g;

/** What an answer says where it cites a passage. */
export interface Statement {
  /** The sentence, list item or cell that ends with the mark, and a list below it. */
  text: string;
  /** What the answer says before it in the same paragraph, list or table. */
  before: string;
}

/** Statements of one citation that are judged. The limit bounds the cost of an answer that repeats a mark. */
const MAX_STATEMENTS = 100;

/** The first statements that end with a citation, in their order. */
export function findStatements(answer: string, number: number): Statement[] {
  const mark = `[${number}]`;
  const statements: Statement[] = [];
  for (
    let at = answer.indexOf(mark);
    at >= 0 && statements.length < MAX_STATEMENTS;
    at = answer.indexOf(mark, at + mark.length)
  )
    statements.push(readStatement(answer.slice(Math.max(0, at - 4 * MAX_STATEMENT_LENGTH), at), answer.slice(at)));
  return statements;
}

function readStatement(before: string, from: string): Statement {
  const text = before.replace(MARK, '');
  const lineStart = text.lastIndexOf('\n', text.length - 2) + 1;
  const line = text.slice(lineStart).slice(-MAX_STATEMENT_LENGTH);
  const block = text.slice(text.lastIndexOf('\n\n', Math.max(0, lineStart - 3)) + 1, lineStart);
  if (ROW.test(line)) return { text: readCell(line), before: `${block}\n${line}` };
  const sentence = [...sentenceSegmenter.segment(line)].at(-1)?.segment ?? line;
  return { text: `${sentence}\n${readItemsBelow(line, from)}`.trim(), before: `${block}\n${line}` };
}

/** The cell that ends with the mark, with the first cell of its row, which names what the row is about. */
function readCell(line: string): string {
  const cells = line.split('|').map((cell) => cell.trim());
  const [first = '', ...others] = cells.filter(Boolean);
  return [first, others.at(-1) ?? ''].join(' ');
}

/** The items of a list that a cited line introduces, up to the next mark. */
function readItemsBelow(line: string, from: string): string {
  const [rest = '', ...lines] = from.slice(0, MAX_STATEMENT_LENGTH).split('\n');
  if (ITEM.test(line) || !/^[\s:*.]*$/.test(rest.replace(MARK, ''))) return '';
  const start = lines[0]?.trim() === '' ? 1 : 0;
  const end = lines.slice(start).findIndex((below) => !(ITEM.test(below) || ROW.test(below)) || /\[\d+\]/.test(below));
  return lines.slice(start, end < 0 ? undefined : start + end).join('\n');
}
