import { isMonth } from './dates.ts';

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
/** Abbreviations whose full stop the segmenter takes for the end of a sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Dr|Mr|Mrs|Ms|Prof|St|No|Nr|Fig|Art|Abs|pp?|S|Mio|Mrd|Tsd|ca|approx|bzw|vgl|z\. ?B|d\. ?h|e\.g|i\.e|Inc|Ltd|\p{Lu})\.\s{0,9}$/u;

/** The sentences of a text, with the white space behind them. A date such as `31. August` is not split. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  for (const { segment } of segmenter.segment(text)) {
    const before = sentences.at(-1)?.slice(-12) ?? '';
    const isDate = /(?<!\d)\d{1,2}\.\s{1,3}$/.test(before) && isMonth(/^\p{L}{1,20}/u.exec(segment)?.[0] ?? '');
    if (isDate || ABBREVIATION.test(before)) sentences.push(sentences.pop() + segment);
    else sentences.push(segment);
  }
  return sentences;
}
