import { readsAsEnglish } from '../text/stopWords.ts';
import { wordsOf } from '../text/words.ts';
import type { Passage } from '../text/passageParser.ts';
import type { Indexed } from '../ranking/sentenceRanking.ts';

/** The mark of a passage: " [3]", or nothing for text that came without a number. */
export function mark({ n }: Passage): string {
  return n === undefined ? '' : ` [${n}]`;
}

/** " on page 12", " at 00:10:21", " in Sheet1": the place as prose, with the blank before it. */
function where({ place }: Passage): string {
  if (!place) return '';
  const preposition = /^(?:page|slide|pages|slides|line|lines)\b/i.test(place)
    ? 'on'
    : /^[\d:.]+$/.test(place)
      ? 'at'
      : 'in';
  return ` ${preposition} ${place}`;
}

/** Puts sentences, in their order, into prose: who says it and where, the quote, its mark. Lists stay lists. */
export function quoted(sentences: Indexed[]): string {
  const english = readsAsEnglish(sentences.flatMap(({ text }) => wordsOf(text).map((word) => word.folded)));
  let prose = '';
  let last: Indexed | undefined;
  for (const sentence of sentences) {
    const isItem = last !== undefined && isItemOf(sentence, last);
    const lead = english ? `${leadOf(sentence, last)}: ` : '';
    prose += gap(last, sentence, isItem);
    prose += (isItem ? `- ${sentence.text}` : `${lead}“${sentence.text}”`) + mark(sentence.passage);
    last = sentence;
  }
  return prose;
}

/** Quotes of one passage share a paragraph; a list has a blank line before and after it. */
function gap(last: Indexed | undefined, sentence: Indexed, isItem: boolean): string {
  if (!last) return '';
  if (isItem) return last.leadIn === sentence.leadIn ? '\n' : '\n\n';
  return last.passage === sentence.passage && last.kind === 'text' ? ' ' : '\n\n';
}

function isItemOf(sentence: Indexed, last: Indexed): boolean {
  if (sentence.kind !== 'item' || sentence.passage !== last.passage) return false;
  return sentence.leadIn !== '' && (sentence.leadIn === last.text || sentence.leadIn === last.leadIn);
}

function leadOf({ passage, at }: Indexed, last: Indexed | undefined): string {
  const source = passage.source || 'The text';
  if (!last) return `${source} says${where(passage)}`;
  if (last.passage.source !== passage.source) return `${source} adds${where(passage)}`;
  if (last.passage.place !== passage.place) return `It adds${where(passage)}`;
  return at === last.at + 1 ? 'It goes on' : 'It also says';
}
