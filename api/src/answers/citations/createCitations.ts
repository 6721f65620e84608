import { pageNumber, locationLabel } from '#contract/files/locations.ts';
import type { Source } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { isComputed } from './computedNumbers.ts';
import { findExcerpt } from './excerpt.ts';
import { findStatements, type Statement } from './statements.ts';
import { getContentWords, isNumber, measureOverlap } from './words.ts';

/** Share of a statement's content words that its passage must contain for the citation to be verified. */
const MIN_OVERLAP = 0.5;

/** The fields of a citation that name its source. */
export function toSource(passage: Passage): Source {
  return {
    fileid: passage.fileId,
    filename: passage.fileName,
    pagenumber: pageNumber(passage.location),
    ...(passage.location.kind === 'page' && passage.location.label && { pagelabel: passage.location.label }),
    location: passage.place ?? locationLabel(passage.location),
    datatype: passage.fileType,
    link: passage.link,
    lastModified: passage.lastModified,
    site: passage.site,
    ...(passage.opens && { opens: passage.opens }),
  };
}

/**
 * Creates the citations of an answer: file, location and excerpt of each number that it uses.
 * @param used the passages' numbers in the order of their first use
 */
export function createCitations(answer: string, used: readonly number[], passages: readonly Passage[]): Citation[] {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]));
  return used.flatMap((passageNumber, index): Citation[] => {
    const passage = byNumber.get(passageNumber);
    if (!passage) return [];
    const statements = findStatements(answer, index + 1);
    const cited = used.flatMap((number) => byNumber.get(number) ?? []);
    const supported = statements.filter((statement) => isSupported(statement, passage, cited));
    const shown = getContentWords((supported[0] ?? statements[0])?.text ?? '');
    const isVerified = supported.length > 0 && supported.length * 2 >= statements.length;
    return [
      {
        ...toSource(passage),
        number: index + 1,
        quote: findExcerpt(passage.text, shown),
        standing: isVerified ? (passage.changed ? 'changed' : 'holds') : 'unverified',
      },
    ];
  });
}

/**
 * Whether a passage has most words of a statement, or the numbers from which a number of the statement is computed.
 * @param cited the passages that the answer cites
 */
function isSupported({ text, before }: Statement, passage: Passage, cited: readonly Passage[]): boolean {
  const words = getContentWords(text);
  const ofPassage = getContentWords(passage.text);
  if (measureOverlap(words, ofPassage) >= MIN_OVERLAP) return true;
  const numbers = [...words].filter(isNumber);
  const known = new Set(cited.flatMap((other) => [...getContentWords(other.text)].filter(isNumber)));
  const stated = [...getContentWords(`${before}\n${text}`)].filter((word) => isNumber(word) && known.has(word));
  const isBased = stated.some((number) => ofPassage.has(number));
  return isBased && numbers.length > 0 && numbers.every((number) => known.has(number) || isComputed(number, stated));
}
