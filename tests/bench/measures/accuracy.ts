import { makeEvaluationSet } from '#sandbox/documents/records/evaluationSet.ts';
import {
  scoreAnswers,
  getNotFoundShare,
  makeRecordsCorpus,
  answerQuestions,
} from '#tests/harness/client/citationAccuracy.ts';
import { startApp } from '#tests/harness/app/startApp.ts';
import type { Figure, Measure } from '#tests/bench/figures.ts';

/** `--quick` asks only every eighth question. */
const QUICK_STEP = 8;

/**
 * Asks questions about sixty files. Each question is answered in one known location, or in no file at all. Covers
 * extraction, embedding, search, the numbers of passages, the mark of a refusal, and citations. The model quotes what the
 * test demands from the passages that it gets. As long as it chose its quotations itself, by rules that are removed, 92 % of
 * the citations were of the right page, and 86.3 % of the questions had one; pages that are named by a printed label, such as
 * "page iv", then counted as wrong.
 */
export const accuracy: Measure = async ({ quick }) => {
  const { questions, unanswerable } = makeEvaluationSet();
  const select = <T>(all: readonly T[]) => (quick ? all.filter((_, index) => index % QUICK_STEP === 0) : all);
  // One person asks hundreds of questions in a few minutes, more than AVA allows a person.
  const env = { TOKENS_PER_PERSON: '1000000000' };
  const app = await startApp({ process: 'own', features: { knowledgeSearch: true }, env });
  try {
    const site = await makeRecordsCorpus(app);
    const answered = await answerQuestions(app, site, select(questions));
    const unanswered = await answerQuestions(app, site, select(unanswerable));
    const { accuracy, coverage, quoted, retrieved } = scoreAnswers(answered);
    const citations = answered.reduce((sum, { answer }) => sum + answer.links.length, 0);
    const questionNote = `${answered.length} questions, 60 files of 4 formats`;
    return [
      toFigure('citations of the right page', accuracy, 0.98, `${citations} citations`),
      toFigure('questions with such a citation', coverage, 0.9, questionNote),
      toFigure('questions whose citation quotes the answer', quoted, null, ''),
      toFigure('questions whose right page was retrieved', retrieved, null, ''),
      toFigure(
        'unanswerable questions answered as not found',
        getNotFoundShare(unanswered),
        0.95,
        `${unanswered.length} questions`,
      ),
    ];
  } finally {
    await app.close();
  }
};

function toFigure(name: string, share: number, min: number | null, note: string): Figure {
  return { name, value: share * 100, unit: '%', ...(min === null ? {} : { aim: { atLeast: min * 100 } }), note };
}
