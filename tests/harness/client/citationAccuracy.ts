import { randomUUID } from 'node:crypto';
import { newChat } from '../../../api/contract/chat.ts';
import { locationLabel } from '../../../api/contract/locations.ts';
import type { Answer, Citation } from '../../../api/contract/runs.ts';
import { getSimilarityResults, searchResponse } from '../../../api/contract/search.ts';
import type { Site } from '../../../api/contract/sites.ts';
import type { AnswerableQuestion } from '../../../env/sandbox/documents/records/fieldRecords.ts';
import { addFiles, crawled, makeCorpus } from './corpora.ts';
import type { TestApp } from '../app/startApp.ts';
import { collect, fold, MODEL } from './personData.ts';

/** Questions under way at once. */
const AT_ONCE = 4;
/** Passages that a model is given; the first that were found. */
const GIVEN = 12;

/** Makes the field records a corpus of those files; all sixty where none are named. */
export async function openRecords(app: TestApp, names?: ReadonlySet<string>): Promise<Site> {
  await app.control('models', 'pace', { ms: 0 });
  const greta = app.as('greta');
  const site = await makeCorpus(greta, 'Field Records', { library: 'Records' });
  const files = (await crawled(greta, site.SiteId)).filter(({ name }) => names?.has(name) ?? true);
  const ended = await addFiles(greta, site, files);
  const failed = [...ended].filter(([, { status }]) => status !== 'COMPLETED');
  if (failed.length > 0) throw new Error(`Not read: ${failed.map(([name, { error }]) => `${name}: ${error}`).join()}`);
  return site;
}

/** A question that was asked, with its answer. */
export interface Sat<T> {
  question: T;
  answer: Answer;
  /** What the model had to answer from. */
  given: readonly Pick<Citation, 'filename' | 'location'>[];
}

/** Asks each question in a chat of its own, as Ben, who may read the records; answers come in the order asked. */
export async function sit<T extends { text: string }>(
  app: TestApp,
  site: Site,
  questions: readonly T[],
): Promise<Sat<T>[]> {
  const ben = app.as('ben');
  const answers = new Map<number, Sat<T>>();
  const waiting = [...questions.entries()];
  const answerNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [at, question] = next;
      const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
      const ids = { convo_id, event_session_id: randomUUID(), site_id: site.SiteId };
      const events = await collect(await ben.stream(searchResponse, { ...ids, model: MODEL, text: question.text }));
      const answer = fold(events);
      const { results } = await ben.call(getSimilarityResults, { id: answer.message_id, start: 0, end: GIVEN });
      answers.set(at, { question, answer, given: results });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, answerNext));
  return [...answers].toSorted(([one], [other]) => one - other).map(([, sat]) => sat);
}

/** Whether a citation opens where the question's answer stands. */
export function isRight(
  { filename, location }: Pick<Citation, 'filename' | 'location'>,
  question: AnswerableQuestion,
): boolean {
  return filename === question.file && location === locationLabel(question.location);
}

/** Whether a citation quotes what answers, and not only the page that says it too. */
export function quotesAnswer(citation: Citation, question: AnswerableQuestion): boolean {
  return isRight(citation, question) && citation.quote.includes(question.answer);
}

export interface Marks {
  /** Share of all citations that open where the answer stands. */
  accuracy: number;
  /** Share of all questions whose answer has a citation that does. */
  coverage: number;
  /** Share of all questions whose answer has a citation that quotes what answers. */
  quoted: number;
  /** Share of all questions for which the place of the answer was among what the model had to answer from. */
  given: number;
}

export function mark(sat: readonly Sat<AnswerableQuestion>[]): Marks {
  const cited = sat.flatMap(({ question, answer }) => answer.links.map((citation) => ({ question, citation })));
  const share = (part: number, whole: number) => part / Math.max(1, whole);
  const having = (fits: (citation: Citation, question: AnswerableQuestion) => boolean) =>
    sat.filter(({ question, answer }) => answer.links.some((citation) => fits(citation, question))).length;
  return {
    accuracy: share(cited.filter(({ question, citation }) => isRight(citation, question)).length, cited.length),
    coverage: share(having(isRight), sat.length),
    quoted: share(having(quotesAnswer), sat.length),
    given: share(sat.filter(({ question, given }) => given.some((one) => isRight(one, question))).length, sat.length),
  };
}

/** Share of answers, whole ones, that cite nothing. */
export function notFound(sat: readonly { answer: Answer }[]): number {
  const none = sat.filter(({ answer }) => answer.state.name === 'complete' && answer.links.length === 0);
  return none.length / Math.max(1, sat.length);
}
