import { makeEvaluationSet } from '#sandbox/documents/records/evaluationSet.ts';
import type { AnswerableQuestion, UnanswerableQuestion } from '#sandbox/documents/records/fieldRecords.ts';
import {
  scoreAnswers,
  getNotFoundShare,
  makeRecordsCorpus,
  answerQuestions,
  type AnsweredQuestion,
} from '#tests/harness/client/citationAccuracy.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

const exam = makeEvaluationSet();
/** A fifth of the field records in all formats, and half of their questions; `npm run bench -- --only accuracy` uses all. */
const records = exam.records.filter((_, index) => index % 15 < 3);
const isChosen = (_: unknown, index: number) => index % 2 === 0;
const inVain = exam.unanswerable
  .filter(({ id, reason }) => reason !== 'not stated' || records.some(({ unanswerable }) => unanswerable.id === id))
  .filter(isChosen);

let app: TestApp;
let answered: AnsweredQuestion<AnswerableQuestion>[];
let unanswered: AnsweredQuestion<UnanswerableQuestion>[];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  const site = await makeRecordsCorpus(app, new Set(records.map(({ name }) => name)));
  const questions = records.flatMap((record) => record.questions).filter(isChosen);
  answered = await answerQuestions(app, site, questions);
  unanswered = await answerQuestions(app, site, inVain);
});
afterAll(() => app.close());

const missed = () =>
  answered
    .filter(({ question, answer }) => !answer.links.some(({ filename }) => filename === question.file))
    .map(({ question }) => question.text);

describe(`Ben asks ${records.length} field records`, () => {
  it('each in one of four formats', () => {
    expect(new Set(records.map(({ document }) => document.format)).size).toBe(4);
    expect(answered.length).toBe(24);
    expect(unanswered.length).toBe(16);
  });

  it('always finds the right page among the search results', () => {
    expect(scoreAnswers(answered).retrieved).toBe(1);
  });

  it('gets citations that open the right page, for at least nine of ten questions', () => {
    const { accuracy, coverage } = scoreAnswers(answered);
    expect(accuracy).toBeGreaterThanOrEqual(0.98);
    expect(coverage >= 0.9 ? [] : missed()).toEqual([]);
  });

  it('is told when the files do not contain the answer', () => {
    const citedQuestions = unanswered
      .filter(({ answer }) => answer.links.length > 0)
      .map(({ question }) => question.text);
    expect(getNotFoundShare(unanswered) >= 0.95 ? [] : citedQuestions).toEqual([]);
  });
});
