import { isEnglish } from '#sandbox/models/extractive/text/stopWords.ts';
import { splitWords } from '#sandbox/models/extractive/text/words.ts';
import type { Passage } from '#sandbox/models/extractive/text/passageParser.ts';
import type { IndexedSentence } from '#sandbox/models/extractive/ranking/sentenceIndex.ts';

/** The citation of a passage: " [3]", or nothing for text without a number. */
export function formatCitation({ n }: Passage): string {
  return n === undefined ? '' : ` [${n}]`;
}

/** The location as prose, with a leading space: " on page 12", " at 00:10:21", " in Sheet1". */
function describeLocation({ location }: Passage): string {
  if (!location) return '';
  return ` ${findPreposition(location)} ${location}`;
}

function findPreposition(location: string): string {
  if (/^(?:page|slide|pages|slides|line|lines)\b/i.test(location)) return 'on';
  // A turn of a transcript: "0:06 to 0:12, Ben Okafor".
  if (/^[\d:]+ to /.test(location)) return 'from';
  return /^[\d:.]+$/.test(location) ? 'at' : 'in';
}

/** A sentence in quotation marks; a row of a table with the names of its columns. */
export function formatQuote({ text, kind, leadIn }: IndexedSentence): string {
  return kind === 'row' && leadIn !== '' ? `“${text}” (${leadIn})` : `“${text}”`;
}

/** Source and location of a sentence: "Handbook.pdf, page 3". */
export function formatSource({ passage: { source, location } }: IndexedSentence): string {
  return [source || 'the text', location].filter(Boolean).join(', ');
}

/** Quotes sentences in order, each with source, location and citation. Lists stay lists. */
export function quoteSentences(sentences: IndexedSentence[]): string {
  const isEnglishText = isEnglish(sentences.flatMap(({ text }) => splitWords(text).map((word) => word.folded)));
  let quotation = '';
  let last: IndexedSentence | undefined;
  for (const [index, sentence] of sentences.entries()) {
    const isItem = last !== undefined && (isItemOfSameList(sentence, last) || isRowOfSameTable(sentence, last));
    const leadIn = isEnglishText ? `${getLeadIn(sentence, last)}: ` : '';
    const next = sentences[index + 1];
    if (!isItem && next && isRowOfSameTable(next, sentence)) {
      quotation += `${getSeparator(last, sentence, false)}${getTableLeadIn(sentence)}:\n\n`;
      quotation += `- ${sentence.text}${formatCitation(sentence.passage)}`;
      last = sentence;
      continue;
    }
    quotation += getSeparator(last, sentence, isItem);
    quotation +=
      (isItem ? `- ${sentence.text}` : `${leadIn}${formatQuote(sentence)}`) + formatCitation(sentence.passage);
    last = sentence;
  }
  return quotation;
}

/** Quotations from one passage share a paragraph; a list has a blank line before and after it. */
function getSeparator(last: IndexedSentence | undefined, sentence: IndexedSentence, isItem: boolean): string {
  if (!last) return '';
  if (isItem) return last.leadIn === sentence.leadIn ? '\n' : '\n\n';
  return last.passage === sentence.passage && last.kind === 'text' ? ' ' : '\n\n';
}

function isItemOfSameList(sentence: IndexedSentence, last: IndexedSentence): boolean {
  if (sentence.kind !== 'item' || sentence.passage !== last.passage) return false;
  return sentence.leadIn !== '' && (sentence.leadIn === last.text || sentence.leadIn === last.leadIn);
}

function isRowOfSameTable(sentence: IndexedSentence, last: IndexedSentence): boolean {
  return (
    sentence.kind === 'row' &&
    last.kind === 'row' &&
    sentence.passage === last.passage &&
    sentence.leadIn === last.leadIn
  );
}

function getTableLeadIn({ passage, leadIn }: IndexedSentence): string {
  const columns = leadIn === '' ? '' : ` (${leadIn})`;
  return `${passage.source || 'The text'} has a table${describeLocation(passage)}${columns}`;
}

function getLeadIn({ passage, position }: IndexedSentence, last: IndexedSentence | undefined): string {
  const source = passage.source || 'The text';
  if (!last) return `${source} says${describeLocation(passage)}`;
  if (last.passage.source !== passage.source) return `${source} adds${describeLocation(passage)}`;
  if (last.passage.location !== passage.location) return `It adds${describeLocation(passage)}`;
  return position === last.position + 1 ? 'It goes on' : 'It also says';
}
