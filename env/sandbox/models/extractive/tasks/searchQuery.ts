import { leansBack } from '../ranking/question.ts';
import { wordsOf } from '../text/words.ts';

const MOST_TERMS = 12;
/** Words of asking that find nothing. */
const NOISE = new Set(
  'answer ask describe document documents explain find give help know list look mean please say says search show tell text want'.split(
    ' ',
  ),
);

/** One line of search terms for the last of a person's turns; a turn that leans on earlier ones brings their terms along. */
export function searchQueryOf(turns: string[]): string {
  const last = turns.at(-1) ?? '';
  const own = termsIn(last);
  const earlier = leansBack(last) ? turns.slice(0, -1).toReversed().flatMap(termsIn) : [];
  const seen = new Set<string>();
  const terms = [...own, ...earlier].filter(({ term }) => !seen.has(term) && seen.add(term));
  if (terms.length === 0) return last.replace(/\s+/g, ' ').trim();
  return terms
    .slice(0, MOST_TERMS)
    .map(({ text }) => text)
    .join(' ');
}

function termsIn(turn: string) {
  return wordsOf(turn).filter((word) => !word.stop && !NOISE.has(word.folded));
}
