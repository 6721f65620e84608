import { makeEvaluationSet } from '../../../env/sandbox/documents/records/evaluationSet.ts';
import type { AnswerableQuestion, UnanswerableQuestion } from '../../../env/sandbox/documents/records/fieldRecords.ts';
import { scoreAnswers, getNotFoundShare, makeRecordsCorpus, answerQuestions, type AnsweredQuestion } from '../../harness/client/citationAccuracy.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';

/** A fifth of the field records, some of each format; `npm run bench -- --only accuracy` asks all of them. */
const exam = makeEvaluationSet();
const some = exam.records.filter((_, at) => at % 15 < 3);
const inVain = exam.unanswerable.filter(
  ({ id, reason }) => reason !== 'not stated' || some.some(({ unanswerable }) => unanswerable.id === id),
);

let app: TestApp;
let answered: AnsweredQuestion<AnswerableQuestion>[];
let unanswered: AnsweredQuestion<UnanswerableQuestion>[];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  const site = await makeRecordsCorpus(app, new Set(some.map(({ name }) => name)));
  const questions = some.flatMap((record) => record.questions);
  answered = await answerQuestions(app, site, questions);
  unanswered = await answerQuestions(app, site, inVain);
}, 120_000);
afterAll(() => app.close());

const missed = () =>
  answered
    .filter(({ question, answer }) => !answer.links.some(({ filename }) => filename === question.file))
    .map(({ question }) => question.text);

describe(`Ben asks ${some.length} field records`, () => {
  it('each in one of four formats', () => {
    expect(new Set(some.map(({ document }) => document.format)).size).toBe(4);
    expect(answered.length).toBe(48);
    expect(unanswered.length).toBe(32);
  });

  it('and the right page is always among the search results', () => {
    expect(scoreAnswers(answered).retrieved).toBe(1);
  });

  it('and the citations open the right page, for at least nine of ten questions', () => {
    const { accuracy, coverage } = scoreAnswers(answered);
    expect(accuracy).toBeGreaterThanOrEqual(0.98);
    expect(coverage >= 0.9 ? [] : missed()).toEqual([]);
  });

  it('and learns when the files do not contain the answer', () => {
    const told = unanswered.filter(({ answer }) => answer.links.length > 0).map(({ question }) => question.text);
    expect(getNotFoundShare(unanswered) >= 0.95 ? [] : told).toEqual([]);
  });
});
