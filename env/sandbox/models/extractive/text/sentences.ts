import { parseBlocks } from './textBlocks.ts';
import { isHeaderRow } from './tableRows.ts';
import type { Block } from './textBlocks.ts';

/** A sentence of a text, with its heading, and the line that introduces its list or names the columns of its table. */
export type Sentence = { text: string; kind: Block['kind']; heading: string; leadIn: string };

/** Abbreviations that never end a sentence. */
const NEVER_FINAL = new Set(
  (
    'mr mrs ms dr prof sr jr st mx hon rev gen col capt lt sgt eg ie cf vs viz fig figs sec art ch vol ed eds pp nr approx ' +
    'dept est tel ext max min avg z.b d.h u.a o.a bzw ca abs bspw ggf inkl mme mlle'
  ).split(' '),
);
/** Abbreviations that end a sentence if a common first word follows. */
const SOMETIMES_FINAL = new Set(
  'etc inc ltd co corp llc gmbh no p.m a.m u.s u.k e.g i.e jan feb mar apr jun jul aug sep sept oct nov dec usw'.split(
    ' ',
  ),
);
const OPENERS = new Set(
  (
    'a after all an and as at because before but by each every for from he his her however i if in it its my next no nobody ' +
    'not now on once one our please she so that the their then there these they this those though to we what when where who ' +
    'why with you your'
  ).split(' '),
);
const MONTH = /^(?:jan|feb|m(?:ä|a)r|apr|ma[iy]|ju[nl]|aug|sep|o[ck]t|nov|de[cz])/i;

const BREAK = /[.!?…]+["'”’»)\]]*(?=\s)|[。！？]+["'”’」』)]*|[؟।]+(?=\s)/gu;

/** The sentences of one block. Abbreviations, initials, decimals and ordinals do not end a sentence. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const match of text.matchAll(BREAK)) {
    const end = match.index + match[0].length;
    if (!isSentenceEnd(text.slice(start, end), text.slice(end).trimStart(), match[0])) continue;
    sentences.push(text.slice(start, end).trim());
    start = end;
  }
  sentences.push(text.slice(start).trim());
  return sentences.filter((sentence) => /[\p{L}\p{N}]/u.test(sentence)).flatMap(splitLongSentence);
}

/** Maximum characters of an abbreviation. */
const MAX_WORD_LENGTH = 40;

function isSentenceEnd(before: string, after: string, mark: string): boolean {
  if (!after || /^[。！？؟।]/.test(mark)) return true;
  if (/^["'“‘«([]?\p{Ll}/u.test(after)) return false;
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  const lastWord = /(\S+?)\.["'”’»)\]]*$/.exec(before.slice(-MAX_WORD_LENGTH))?.[1]?.replace(/^["'“‘«([]+/, '') ?? '';
  const next = /^\S+/.exec(after)?.[0] ?? '';
  return !isAbbreviation(lastWord, next, before.trim() === `${lastWord}.`);
}

function isAbbreviation(word: string, next: string, isWholeSentence: boolean): boolean {
  const lower = word.toLowerCase();
  if (NEVER_FINAL.has(lower)) return true;
  if (lower === 'no' || lower === 'p') return /^\d/.test(next);
  const isOpener = OPENERS.has(next.toLowerCase().replace(/[^a-z]/g, ''));
  if (SOMETIMES_FINAL.has(lower)) return !isOpener;
  if (/^(?:\p{Lu}|\p{Lu}\.\p{Lu}|(?:\p{L}\.)+\p{L})$/u.test(word)) return !isOpener || next === 'A' || next === 'I';
  return /^\d{1,2}$/.test(word) && (isWholeSentence || MONTH.test(next));
}

/** Maximum characters of a sentence. A longer one is a list or table without its line breaks, and is split. */
const MAX_SENTENCE_LENGTH = 600;

function splitLongSentence(sentence: string): string[] {
  if (sentence.length <= MAX_SENTENCE_LENGTH) return [sentence];
  const middle = sentence.length / 2;
  const breaks = [...sentence.matchAll(/[;,]\s|\s/g)].map((match) => ({
    index: match.index + match[0].length,
    cost: Math.abs(match.index - middle) + (match[0].length > 1 ? 0 : 150),
  }));
  const best = breaks.reduce<{ index: number; cost: number } | undefined>(
    (a, b) => (a && a.cost <= b.cost ? a : b),
    undefined,
  );
  const index = best?.index ?? Math.floor(middle);
  return [...splitLongSentence(sentence.slice(0, index).trim()), ...splitLongSentence(sentence.slice(index).trim())];
}

/** The sentences of a text in order, with their headings and list introductions. */
export function parseSentences(text: string): Sentence[] {
  let heading = '';
  let leadIn = '';
  const sentences: Sentence[] = [];
  const blocks = parseBlocks(text);
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') {
      heading = block.text;
      leadIn = '';
      sentences.push({ text: block.text, kind: 'heading', heading: '', leadIn: '' });
      continue;
    }
    if (block.kind === 'row') {
      const startsTable = blocks[index - 1]?.kind !== 'row';
      const isHeader = startsTable && blocks[index + 1]?.kind === 'row' && isHeaderRow(block.text);
      if (startsTable) leadIn = isHeader ? block.text : '';
      sentences.push({ text: block.text, kind: isHeader ? 'heading' : 'row', heading, leadIn: isHeader ? '' : leadIn });
      continue;
    }
    if (block.kind === 'text' || blocks[index - 1]?.kind === 'row') leadIn = '';
    const parts = splitSentences(block.text);
    const itemLeadIn = block.kind === 'item' ? leadIn : '';
    for (const part of parts) sentences.push({ text: part, kind: block.kind, heading, leadIn: itemLeadIn });
    if (block.kind === 'text' && block.text.endsWith(':')) leadIn = parts.at(-1) ?? '';
  }
  return sentences;
}
