import { splitSentences } from './sentences.ts';
import { getContentWords } from './words.ts';

/** No sentence is longer. The limit bounds the cost of a line without punctuation. */
const MAX_STATEMENT_LENGTH = 2_000;

const ITEM = /^\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s/;
const ROW = /^\s{0,3}\|/;
const MARK = /\[\d{1,6}\]/g;
/** Marks that follow each other cite the same words. */
const MARKS_BEFORE = /(?:\[\d{1,6}\][\s,;]{0,3}){1,40}$/;
const MARKS_AFTER = /^(?:\[\d{1,6}\][\s,;]{0,3}){1,40}/;

/** Where a statement refers to: such a number is no figure. */
export const PLACE =
  /(?<![\p{L}\p{N}])(?:pages?|pp?\.|seiten?|s\.|página|pagina|sheet|slide|folie|section|step|chapter|kapitel|chapitre|rows?|zeilen?)[ \u00a0]?\d{1,6}(?: ?(?:[-–]|to|bis|of|von) ?\d{1,6})?/giu;

/** What an answer says where it cites a passage. */
export interface Statement {
  /** The sentence, list item or cell that ends with the mark, and a list below it. After another mark, only what follows it. */
  text: string;
  /** The whole sentence. */
  sentence: string;
  /** What the answer says before it in the same paragraph, list or table. */
  before: string;
  /** The numbers of all citations at this place. */
  marks: number[];
  /** Whether a list follows, of which the statement can name the number of items. */
  isIntroduction: boolean;
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

function readStatement(beforeMark: string, from: string): Statement {
  const group = (MARKS_BEFORE.exec(beforeMark)?.[0] ?? '') + (MARKS_AFTER.exec(from)?.[0] ?? '');
  const marks = [...new Set(group.match(MARK)?.map((mark) => Number(mark.slice(1, -1))))];
  const text = beforeMark.replace(MARKS_BEFORE, '');
  const lineStart = text.lastIndexOf('\n', text.length - 2) + 1;
  const marked = text.slice(lineStart).slice(-MAX_STATEMENT_LENGTH);
  const line = marked.replace(MARK, '');
  const block = text.slice(text.lastIndexOf('\n\n', Math.max(0, lineStart - 3)) + 1, lineStart).replace(MARK, '');
  const before = `${block}\n${line}`;
  if (ROW.test(line)) {
    const cell = readCell(line);
    return { text: cell, sentence: cell, before, marks, isIntroduction: false };
  }
  const sentence = findLastSentence(line);
  const items = readItemsBelow(line, from);
  const lastMark = [...marked.matchAll(MARK)].at(-1);
  const part = lastMark ? marked.slice(lastMark.index + lastMark[0].length) : '';
  const isPart = part.trim().length < sentence.trim().length && hasContent(part);
  return {
    text: removeMarkers(`${isPart ? part : sentence}\n${items}`),
    sentence: removeMarkers(`${sentence}\n${items}`),
    before,
    marks,
    isIntroduction: items !== '' || /:[\s*]{0,4}$/.test(line),
  };
}

/** The number of an item in a list is no figure. */
const removeMarkers = (text: string) => text.replace(/^\s{0,12}(?:[-*+•]|\d{1,3}[.)]|#{1,6})\s/gm, '').trim();

const hasContent = (text: string) => getContentWords(text.replace(PLACE, ' ')).size > 0;

/** The last sentence of a line, with what follows it and says nothing itself, such as "(page 1)". */
function findLastSentence(line: string): string {
  const sentences = splitSentences(line);
  const last = sentences.findLastIndex(hasContent);
  return last < 0 ? line : sentences.slice(last).join('');
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

/** Quotation marks of several languages; an apostrophe is none. */
const QUOTED = /[“„«「『"]([^“”„«»「」『』"\n]{1,2000})[”“»」』"]/gu;
/** A shorter quotation is a name or a term. */
const MIN_QUOTED_WORDS = 4;
const MIN_QUOTED_CHARACTERS = 15;

/** The parts of a statement in quotation marks that quote a passage, and what it says outside of them. */
export function separateQuotes(text: string): { quotes: string[]; rest: string } {
  const quotes: string[] = [];
  const rest = text.replace(QUOTED, (whole, quoted: string) => {
    const isLong = quoted.trim().split(/\s+/).length >= MIN_QUOTED_WORDS || quoted.length >= MIN_QUOTED_CHARACTERS;
    if (!isLong) return whole;
    quotes.push(quoted);
    return ' ';
  });
  return { quotes, rest };
}
