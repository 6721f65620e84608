import { getTerms } from '#sandbox/models/words.ts';
import type { Passage } from './passages.ts';

/** What is quoted: a sentence, an item of a list or a row of a table. */
export type Sentence = {
  passage: Passage;
  text: string;
  /** The names of a row's columns, or the line that introduces a list; otherwise empty. */
  header: string;
  /** The words of the sentence itself, without those of its header. */
  ownTerms: ReadonlySet<string>;
  terms: ReadonlySet<string>;
  /** The words that say what the sentence is about: heading, section and name of the file. */
  contextTerms: ReadonlySet<string>;
};

const PAGE_NUMBER = /\bpage [\divx]{1,6}(?: ?(?:of|\/) ?\d{1,5})?$|^[-–\s]{0,4}\d{1,4}[-–\s]{0,4}$|^(?:©|\(c\) )/i;
const ITEM = /^(?:[-*•–·▪◦‣]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/;
const MARKED_HEADING = /^#{1,6}\s+/;
const ROW = /\t|^\||\S \| \S/;
const RULER = /^[|:\s-]{3,200}$/;
const SENTENCE_END = /[.!?…:;。！？؟।]["'”’»)\]]{0,3}$/;
/** A line of at least this length was wrapped, so its sentence continues on the next line. */
const MIN_WRAPPED_LENGTH = 45;
const MAX_HEADING_LENGTH = 70;

/** Splits passages into what can be quoted. Headings, running headers and page numbers are not quoted. */
export function splitPassages(passages: readonly Passage[]): Sentence[] {
  const running = findRunningLines(passages);
  return passages.flatMap((passage) => {
    const isRunning = (line: string) => !SENTENCE_END.test(line) && running.has(`${passage.source}\n${line}`);
    const lines = passage.text
      .replace(/(\p{Ll})[-‐\u00ad]\n\s{0,20}(?=\p{Ll})/gu, '$1')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !RULER.test(line) && !PAGE_NUMBER.test(line) && !isRunning(line));
    return splitLines(joinWrappedLines(lines), passage);
  });
}

/** The first and last lines that several passages of a file share, after the name of the file. */
function findRunningLines(passages: readonly Passage[]): Set<string> {
  const [seen, running] = [new Set<string>(), new Set<string>()];
  for (const { source, text } of passages) {
    const lines = text.split('\n').map((line) => `${source}\n${line.trim()}`);
    for (const line of new Set([lines[0]!, lines.at(-1)!])) (seen.has(line) ? running : seen).add(line);
  }
  return running;
}

function joinWrappedLines(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let last = '';
  for (const line of lines) {
    const isOpen = last !== '' && ![SENTENCE_END, ROW, MARKED_HEADING].some((pattern) => pattern.test(last));
    const startsAnew = [ROW, ITEM, MARKED_HEADING].some((pattern) => pattern.test(line));
    if (isOpen && !startsAnew && (/^["'“‘(]?\p{Ll}/u.test(line) || last.length >= MIN_WRAPPED_LENGTH))
      joined.push(`${joined.pop()} ${line}`);
    else joined.push(line);
    last = line;
  }
  return joined;
}

function splitLines(lines: readonly string[], passage: Passage): Sentence[] {
  const about = new Set(getTerms(`${passage.source.replace(/[._-]/g, ' ')} ${passage.place}`));
  const sentences: Sentence[] = [];
  let [heading, header] = ['', ''];
  const add = (text: string, ownHeader: string) => {
    const ownTerms = new Set(getTerms(text));
    const terms = new Set([...ownTerms, ...getTerms(ownHeader)]);
    const contextTerms = new Set([...about, ...getTerms(heading)]);
    sentences.push({ passage, text, header: ownHeader, ownTerms, terms, contextTerms });
  };
  for (const [index, line] of lines.entries()) {
    const next = lines[index + 1] ?? '';
    const [isRow, isItem] = [ROW.test(line), ITEM.test(line)];
    if (isHeading(line, next)) {
      [heading, header] = [line.replace(MARKED_HEADING, ''), ''];
    } else if (isRow) {
      const cells = line.replace(/^\||\|$/g, '').split(/[\t|]/);
      const row = cells.map((cell) => cell.trim()).join(' | ');
      const namesColumns = !ROW.test(lines[index - 1] ?? '') && ROW.test(next) && !/(?:^|\| )[€$£]?\p{N}/u.test(row);
      if (namesColumns) header = row;
      else add(row, header);
    } else {
      if (!isItem) header = '';
      const parts = splitSentences(line.replace(ITEM, ''));
      const introduction = line.endsWith(':') && ITEM.test(next) ? parts.pop() : undefined;
      for (const text of parts) add(text, header);
      header = introduction ?? header;
    }
  }
  return sentences;
}

/** A short line without a full stop, above a text, a list or a table. */
function isHeading(line: string, next: string): boolean {
  if (MARKED_HEADING.test(line)) return true;
  if (line.length > MAX_HEADING_LENGTH || SENTENCE_END.test(line) || ITEM.test(line) || ROW.test(line)) return false;
  return SENTENCE_END.test(next) || ITEM.test(next) || ROW.test(next) || next.length > 1.5 * line.length;
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations whose full stop the segmenter takes for the end of a sentence. */
const ABBREVIATION = /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Fig|p|\p{Lu})\.\s{0,9}$/u;
/** A longer sentence is a list or a table that has lost its line breaks. */
const PIECE = /[\s\S]{1,600}(?=\s|$)|[\s\S]{1,600}/g;

function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    if (ABBREVIATION.test(sentences.at(-1)?.slice(-12) ?? '')) sentences.push(sentences.pop() + segment);
    else sentences.push(segment);
  }
  return sentences
    .flatMap((sentence) => sentence.match(PIECE) ?? [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}
