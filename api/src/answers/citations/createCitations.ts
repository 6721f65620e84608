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
  const cited = used.flatMap((number) => byNumber.get(number) ?? []);
  const known = new Set(cited.flatMap((passage) => [...getPassageWords(passage)].filter(isNumber)));
  return used.flatMap((passageNumber, index): Citation[] => {
    const passage = byNumber.get(passageNumber);
    if (!passage) return [];
    const statements = findStatements(answer, index + 1);
    const supported = statements.filter((statement) => isSupported(statement, passage, known));
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

/** The words of passages, which are needed for each statement. */
const passageWords = new WeakMap<Passage, ReadonlySet<string>>();

function getPassageWords(passage: Passage): ReadonlySet<string> {
  const words = passageWords.get(passage) ?? getContentWords(passage.text);
  passageWords.set(passage, words);
  return words;
}

/** Where a statement refers to: such a number is no figure. */
const PLACE =
  /(?<![\p{L}\p{N}])(?:pages?|pp?\.|seiten?|s\.|sheet|slide|section|step|chapter|kapitel|chapitre)[ \u00a0]?\d{1,6}/giu;
const SHARE = /[%％]|percent|per cent|prozent|pour cent|por ciento|per mille|процент/iu;
const YEAR = /^(?:19|20)\d\d$/;

/**
 * Whether a passage has most words of a statement, or the numbers from which a number of the statement is computed. A year or
 * the number of a page says too little: many passages have the same.
 * @param known the numbers of the passages that the answer cites
 */
function isSupported({ text, before }: Statement, passage: Passage, known: ReadonlySet<string>): boolean {
  const words = getContentWords(text);
  const ofPassage = getPassageWords(passage);
  if (measureOverlap(words, ofPassage) >= MIN_OVERLAP) return true;
  const toFigures = (part: string) =>
    [...getContentWords(part.replace(PLACE, ' '))].filter((word) => isNumber(word) && !YEAR.test(word));
  const numbers = toFigures(text);
  const own = numbers.filter((number) => known.has(number));
  const stated = toFigures(`${before}\n${text}`).filter((number) => known.has(number));
  if (numbers.length === 0 || !stated.some((number) => ofPassage.has(number))) return false;
  const hasShares = SHARE.test(`${before}\n${text}`);
  const isResult = (number: string, of: readonly string[]) => isComputed(number, of, hasShares);
  return numbers.every((number) => known.has(number) || isResult(number, own) || isResult(number, stated));
}
