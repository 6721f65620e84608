import { pageNumber, locationLabel } from '#contract/files/locations.ts';
import type { Source } from '#contract/runs/functionCalls.ts';
import type { Citation } from '#contract/runs/answerEvents.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import { findExcerpt, findFurniture } from './excerpt.ts';
import { findStatements, separateQuotes } from './statements.ts';
import { createAnswerContext, judge, removeSource, type Support } from './support.ts';

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
 * Creates the citations of an answer: file, location and excerpt of each number that it uses, and whether the passage supports
 * what the answer says there.
 * @param used the passages' numbers in the order of their first use
 */
export function createCitations(answer: string, used: readonly number[], passages: readonly Passage[]): Citation[] {
  const byNumber = new Map(passages.map((passage) => [passage.number, passage]));
  const cited = new Map(
    used.flatMap((number, index) => {
      const passage = byNumber.get(number);
      return passage ? [[index + 1, passage] as const] : [];
    }),
  );
  if (cited.size === 0) return [];
  const context = createAnswerContext(answer, cited, passages);
  return [...cited].map(([number, passage]): Citation => {
    const statements = findStatements(answer, number).map((statement) => ({
      statement,
      support: judge(statement, passage, context),
    }));
    const ofFile = passages.filter(({ fileId }) => fileId === passage.fileId);
    const queries = statements
      .toSorted((a, b) => Number(isSupported(b.support)) - Number(isSupported(a.support)))
      .map(({ statement }) => {
        const { quotes, rest } = separateQuotes(removeSource(statement.text, passage));
        return { text: [rest, ...quotes].join('\n'), quotes };
      });
    const standing = summarize(statements.map(({ support }) => support));
    return {
      ...toSource(passage),
      number,
      quote: findExcerpt(passage, queries, findFurniture(ofFile)),
      standing: standing === 'unverified' ? 'unverified' : passage.changed ? 'changed' : 'holds',
      ...(standing === 'wordForWord' && { wordForWord: true }),
    };
  });
}

const isSupported = (support: Support) => support === 'wordForWord' || support === 'same';

/** A passage supports its statements if it contradicts none of them and supports half of them. */
function summarize(supports: readonly Support[]): 'wordForWord' | 'same' | 'unverified' {
  const supported = supports.filter(isSupported);
  if (supported.length === 0 || supports.includes('otherFacts') || supported.length * 2 < supports.length)
    return 'unverified';
  return supported.every((support) => support === 'wordForWord') ? 'wordForWord' : 'same';
}
