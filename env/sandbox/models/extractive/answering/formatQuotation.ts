import { isEnglish } from '../text/stopWords.ts';
import { splitWords } from '../text/words.ts';
import type { Passage } from '../text/passageParser.ts';
import type { IndexedSentence } from '../ranking/sentenceIndex.ts';

/** The citation of a passage: " [3]", or nothing for text without a number. */
export function formatCitation({ n }: Passage): string {
  return n === undefined ? '' : ` [${n}]`;
}

/** The location as prose, with a leading space: " on page 12", " at 00:10:21", " in Sheet1". */
function describeLocation({ location }: Passage): string {
  if (!location) return '';
  const preposition = /^(?:page|slide|pages|slides|line|lines)\b/i.test(location)
    ? 'on'
    : /^[\d:.]+$/.test(location)
      ? 'at'
      : 'in';
  return ` ${preposition} ${location}`;
}

/** Quotes sentences in order, each with source, location and citation. Lists stay lists. */
export function quoteSentences(sentences: IndexedSentence[]): string {
  const isEnglishText = isEnglish(sentences.flatMap(({ text }) => splitWords(text).map((word) => word.folded)));
  let quotation = '';
  let last: IndexedSentence | undefined;
  for (const sentence of sentences) {
    const isItem = last !== undefined && isItemOfSameList(sentence, last);
    const leadIn = isEnglishText ? `${getLeadIn(sentence, last)}: ` : '';
    quotation += getSeparator(last, sentence, isItem);
    quotation += (isItem ? `- ${sentence.text}` : `${leadIn}“${sentence.text}”`) + formatCitation(sentence.passage);
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

function getLeadIn({ passage, position }: IndexedSentence, last: IndexedSentence | undefined): string {
  const source = passage.source || 'The text';
  if (!last) return `${source} says${describeLocation(passage)}`;
  if (last.passage.source !== passage.source) return `${source} adds${describeLocation(passage)}`;
  if (last.passage.location !== passage.location) return `It adds${describeLocation(passage)}`;
  return position === last.position + 1 ? 'It goes on' : 'It also says';
}
