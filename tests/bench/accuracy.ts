import { makeEvaluationSet } from '../../env/sandbox/documents/records/evaluationSet.ts';
import { scoreAnswers, getNotFoundShare, makeRecordsCorpus, answerQuestions } from '../harness/client/citationAccuracy.ts';
import { startApp } from '../harness/app/startApp.ts';
import type { Figure, Measure } from './figures.ts';

/** With `--quick`, one question of so many. */
const QUICK = 8;

/**
 * Questions whose answer stands in one known place, asked of sixty files as a person asks them: read, embedded, found,
 * answered by the sandbox's model, cited. And questions that no file answers, however much some resemble what they ask.
 */
export const accuracy: Measure = async ({ quick }) => {
  const { questions, unanswerable } = makeEvaluationSet();
  const some = <T>(all: readonly T[]) => (quick ? all.filter((_, at) => at % QUICK === 0) : all);
  const app = await startApp({ features: { knowledgeSearch: true } });
  try {
    const site = await makeRecordsCorpus(app);
    const sat = await answerQuestions(app, site, some(questions));
    const inVain = await answerQuestions(app, site, some(unanswerable));
    const marks = scoreAnswers(sat);
    const cited = sat.reduce((sum, { answer }) => sum + answer.links.length, 0);
    const figures: Figure[] = [
      figure('citations on the right page', marks.accuracy, 0.98, `${cited} citations`),
      figure('questions answered with one', marks.coverage, 0.9, `${sat.length} questions, 60 files of 4 formats`),
      figure('questions whose citation quotes the answer', marks.quoted, null, ''),
      figure('right page among what the model was given', marks.given, null, ''),
      figure('answered as not found', getNotFoundShare(inVain), 0.95, `${inVain.length} questions without an answer`),
    ];
    return figures;
  } finally {
    await app.close();
  }
};

function figure(name: string, share: number, least: number | null, note: string): Figure {
  return { name, value: share * 100, unit: '%', ...(least === null ? {} : { aim: { atLeast: least * 100 } }), note };
}
