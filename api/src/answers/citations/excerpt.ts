import { truncate } from '#contract/text/text.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { toComparable } from './passageFacts.ts';
import { splitSentences } from './sentences.ts';
import { createWordMatcher, getContentWords, isNumber } from './words.ts';

const MAX_SENTENCE_LENGTH = 320;
/** Sentences, items or rows that are quoted for one citation, with the row that names the columns. */
const MAX_UNITS = 6;
const MAX_LENGTH = 600;
const MAX_HEADING_LENGTH = 80;
/** Share of the best row's weight that another row needs to be quoted with it. */
const ROW_SHARE = 0.6;
/** Share of the statement's weight that another sentence has to add. */
const MIN_ADDED_SHARE = 0.25;
/** Statements for which an excerpt is chosen; a passage that is cited more often supports them with the same sentences. */
const MAX_STATEMENTS = 3;

/** What an excerpt is to support: the words of a statement, and what it quotes. */
export interface ExcerptQuery {
  text: string;
  quotes: readonly string[];
}

/** What is quoted as a whole: a sentence, an item of a list, a line of a slide or a row of a table. */
interface Unit {
  lines: string[];
  kind: 'sentence' | 'row' | 'columns' | 'heading';
  /** The row with the names of its columns. */
  columns?: Unit;
}

/**
 * The sentences, list items or table rows of a passage that share the most words and numbers with statements: one per line, in the
 * order of the passage. Page headers, footers and headings are left out.
 * @param furniture the lines that `findFurniture` has found
 */
export function findExcerpt(
  passage: Passage,
  queries: readonly ExcerptQuery[],
  furniture: ReadonlySet<string>,
): string {
  const units = splitUnits(passage, furniture);
  const chosen = new Set<Unit>();
  for (const query of queries.slice(0, MAX_STATEMENTS)) for (const unit of chooseUnits(units, query)) chosen.add(unit);
  if (chosen.size === 0) for (const unit of takeFirst(units)) chosen.add(unit);
  const whole = new Set([...chosen].flatMap((unit) => (unit.columns ? [unit.columns, unit] : [unit])));
  const words = getContentWords(queries.map(({ text }) => text).join('\n'));
  const quoted: string[] = [];
  for (const unit of units.filter((each) => whole.has(each)).slice(0, MAX_UNITS + 1)) {
    const text = shorten(
      dropHeading(unit.lines, words).join(' ').trim(),
      unit.kind === 'sentence' ? MAX_SENTENCE_LENGTH : MAX_LENGTH,
    );
    if (quoted.length > 0 && [...quoted, text].join('\n').length > MAX_LENGTH) break;
    quoted.push(text);
  }
  return quoted.join('\n');
}

const shorten = (text: string, length: number) => (text.length <= length ? text : `${truncate(text, length - 1)}…`);

/** The first sentence, or the first rows. */
function takeFirst(units: readonly Unit[]): Unit[] {
  const first = units.find(({ kind }) => kind === 'sentence' || kind === 'row') ?? units[0];
  if (first?.kind !== 'row') return first ? [first] : [];
  return units.filter(({ kind, columns }) => kind === 'row' && columns === first.columns).slice(0, MAX_UNITS);
}

/** The unit that shares the most with a statement, and those that add to it. A word weighs more the fewer units have it. */
function chooseUnits(units: readonly Unit[], { text, quotes }: ExcerptQuery): Unit[] {
  const words = [...getContentWords(text)];
  const candidates = units.filter(({ kind }) => kind === 'sentence' || kind === 'row');
  const found = candidates.map((unit) => {
    const hasWord = createWordMatcher(getContentWords(unit.lines.join(' ')));
    return { unit, words: new Set(words.filter(hasWord)), isQuoted: isQuotedIn(unit, quotes) };
  });
  const weights = new Map(
    words.map((word) => {
      const count = found.filter((each) => each.words.has(word)).length;
      return [word, count === 0 ? 0 : Math.log(1 + candidates.length / count) * (isNumber(word) ? 2 : 1)];
    }),
  );
  const weigh = (some: Iterable<string>) => [...some].reduce((sum, word) => sum + weights.get(word)!, 0);
  const total = weigh(words);
  const quotedUnits = found.filter(({ isQuoted }) => isQuoted).map(({ unit }) => unit);
  if (quotedUnits.length > 0) return quotedUnits;
  const chosen: typeof found = [];
  const covered = new Set<string>();
  while (chosen.length < MAX_UNITS / 2) {
    const scored = found.map((each) => ({ each, score: weigh([...each.words].filter((word) => !covered.has(word))) }));
    const best = scored.reduce((most, next) => (next.score > most.score ? next : most), { each: found[0], score: 0 });
    const isEnough = best.score >= MIN_ADDED_SHARE * total && (chosen.length === 0 || best.score > 0);
    if (!best.each || best.score === 0 || (chosen.length > 0 && !isEnough)) break;
    chosen.push(best.each);
    for (const word of best.each.words) covered.add(word);
  }
  const [best] = chosen;
  if (best?.unit.kind !== 'row') return chosen.map(({ unit }) => unit);
  const least = weigh(best.words) * ROW_SHARE;
  const rows = found.filter((each) => each.unit.columns === best.unit.columns && weigh(each.words) >= least);
  return [...rows.slice(0, MAX_UNITS), ...chosen].map(({ unit }) => unit);
}

function isQuotedIn({ lines }: Unit, quotes: readonly string[]): boolean {
  const text = toComparable(lines.join('\n'));
  return quotes.some((quote) => {
    const quoted = toComparable(quote);
    return quoted !== '' && (text.includes(quoted) || (text.length >= 12 && quoted.includes(text)));
  });
}

const ITEM = /^(?:[-*•–·▪◦‣]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+(?=\S)/;
const isTableRow = (line: string) => line.startsWith('|') && line.endsWith('|');
/** The line between the names of columns and the rows. */
const RULER = /^[|\s:-]{3,400}$/;

function splitUnits({ text, location }: Passage, furniture: ReadonlySet<string>): Unit[] {
  const lines = text.split('\n').map((line) => line.trim());
  const isRow = (line: string) => line !== '' && (location.kind === 'rows' || isTableRow(line));
  const units: Unit[] = [];
  let block: string[] = [];
  let columns: Unit | undefined;
  const endBlock = () => {
    units.push(...toUnits(block, location.kind === 'slide'));
    block = [];
  };
  for (const [index, line] of lines.entries()) {
    if (isFurniture(line, furniture) || (RULER.test(line) && line.includes('|'))) continue;
    if (isRow(line)) {
      endBlock();
      const unit: Unit = { lines: [line], kind: columns ? 'row' : 'columns', ...(columns && { columns }) };
      columns ??= unit;
      units.push(unit);
      continue;
    }
    columns = undefined;
    const previous = block.at(-1) ?? '';
    const isWrapped = previous !== '' && /^\p{Ll}/u.test(line) && !/[.!?:;]$/.test(previous);
    const beginsItem = ITEM.test(line) || (location.kind === 'slide' && !isWrapped);
    if (line === '' || beginsItem) endBlock();
    if (line === '') continue;
    const isTitle = location.kind === 'slide' && units.length === 0 && block.length === 0 && index < lines.length - 1;
    if (isTitle && isHeadingLine(line)) units.push({ lines: [line], kind: 'heading' });
    else block.push(line);
  }
  endBlock();
  // A single row has no names of columns above it.
  for (const unit of units)
    if (unit.kind === 'columns' && !units.some((each) => each.columns === unit)) unit.kind = 'row';
  return units;
}

/** Replaces line breaks while sentences are split: a break would end a sentence that continues on the next line. */
const LINE = ' \ue000';

function toUnits(block: readonly string[], isSlide: boolean): Unit[] {
  const [first = ''] = block;
  if (block.length === 0) return [];
  if (!isSlide && block.length === 1 && isHeadingLine(first) && !ITEM.test(first))
    return [{ lines: [first], kind: 'heading' }];
  const text = block.map((line) => line.replaceAll('\ue000', ' ')).join(LINE);
  return splitSentences(text).flatMap((sentence): Unit[] => {
    const lines = sentence
      .split('\ue000')
      .map((line) => line.trim())
      .filter((line) => line !== '');
    return lines.length === 0 ? [] : [{ lines, kind: 'sentence' }];
  });
}

const isHeadingLine = (line: string) =>
  line.length <= MAX_HEADING_LENGTH && !/[.!?:;,。！？]["'”’»)\]]{0,3}$/.test(line);

/** Leaves out first lines that look like headings, unless they have words of the statement that the rest lacks. */
function dropHeading(lines: readonly string[], statement: ReadonlySet<string>): readonly string[] {
  const [first = '', next] = lines;
  const rest = lines.slice(1);
  if (next === undefined) return lines;
  const isHeading = isHeadingLine(first) && /^[\p{Lu}\p{N}"“‘(]/u.test(next);
  const measure = (some: readonly string[]) =>
    [...statement].filter(createWordMatcher(getContentWords(some.join(' ')))).length;
  return first === '' || (isHeading && measure(rest) >= measure(lines)) ? dropHeading(rest, statement) : lines;
}

/** A line that has only the number of its page, or a copyright notice. */
const PAGE_LINE =
  /^[-–—|\s]{0,4}(?:page|seite|p\.)?\s?(?:\d{1,4}|[ivxl]{1,7})(?:\s?(?:of|von|\/)\s?\d{1,4})?[-–—|\s]{0,4}$|^(?:©|\(c\)\s)/i;
/** Pages of a file that a line is at the edge of at least. */
const MIN_PAGES = 2;
const MAX_FURNITURE_LENGTH = 120;

const toFurniture = (line: string) => line.toLowerCase().replace(/\d{1,6}/g, '#');
const isFurniture = (line: string, furniture: ReadonlySet<string>) =>
  PAGE_LINE.test(line) || furniture.has(toFurniture(line));

/** The first and last lines that pages of one file share, apart from their numbers: headers and footers. */
export function findFurniture(passages: readonly Passage[]): ReadonlySet<string> {
  const pages = new Map<string, Set<number>>();
  for (const { text, location } of passages) {
    if (location.kind !== 'page') continue;
    const lines = text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && line.length <= MAX_FURNITURE_LENGTH);
    for (const line of [...lines.slice(0, 2), ...lines.slice(-2)]) {
      const key = toFurniture(line);
      pages.set(key, (pages.get(key) ?? new Set<number>()).add(location.page));
    }
  }
  return new Set([...pages].filter(([, of]) => of.size >= MIN_PAGES).map(([key]) => key));
}
