import { randomUUID } from 'node:crypto';
import { newChat } from '#contract/chats/chat.ts';
import { locationLabel } from '#contract/files/locations.ts';
import type { Answer, Citation } from '#contract/runs/answerEvents.ts';
import { getSimilarityResults, searchResponse } from '#contract/sites/search.ts';
import type { Site } from '#contract/sites/sites.ts';
import type { AnswerableQuestion } from '#sandbox/documents/records/fieldRecords.ts';
import { isRefusal } from '#sandbox/models/quoting/quote.ts';
import { addFiles, listCrawledFiles, makeCorpus } from './corpora.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, MODEL } from './answers.ts';

const CONCURRENT_QUESTIONS = 4;
/** Maximum number of search results that AVA passes to the model. */
const PASSAGES_FOR_MODEL = 12;

/** A sentence that no record contains. */
const NOT_STATED = 'Nobody has written this sentence.';

/** Creates a corpus of the files in the site Field Records, or only of those with the given names. */
export async function makeRecordsCorpus(app: TestApp, names?: ReadonlySet<string>): Promise<Site> {
  const greta = app.as('greta');
  const site = await makeCorpus(greta, 'Field Records', { library: 'Records' });
  const files = (await listCrawledFiles(greta, site.SiteId)).filter(({ name }) => names?.has(name) ?? true);
  const statuses = await addFiles(greta, site, files);
  const failed = [...statuses].filter(([, { status }]) => status !== 'COMPLETED');
  if (failed.length > 0) throw new Error(`Not read: ${failed.map(([name, { error }]) => `${name}: ${error}`).join()}`);
  return site;
}

export interface AnsweredQuestion<T> {
  question: T;
  answer: Answer;
  /** The passages that the model received. */
  passages: readonly Pick<Citation, 'filename' | 'location'>[];
}

/**
 * Asks each question in a new chat as Ben, who can read the records. Returns the answers in the same order. The model quotes
 * the sentence with the answer, if it is in the passages that AVA sends, and refuses otherwise: what is measured is AVA.
 */
export async function answerQuestions<T extends { text: string; sentence?: string }>(
  app: TestApp,
  site: Site,
  questions: readonly T[],
): Promise<AnsweredQuestion<T>[]> {
  const ben = app.as('ben');
  for (const { text: match, sentence = NOT_STATED } of questions)
    await app.control('models', 'scenario', { name: 'quoteText', match, text: sentence });
  const answers = new Map<number, AnsweredQuestion<T>>();
  const queue = [...questions.entries()];
  const answerNext = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [index, question] = next;
      const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
      const ids = { convo_id, event_session_id: randomUUID(), site_id: site.SiteId };
      const events = await collect(await ben.stream(searchResponse, { ...ids, model: MODEL, text: question.text }));
      const answer = foldAnswer(events);
      const { results } = await ben.call(getSimilarityResults, {
        id: answer.message_id,
        start: 0,
        end: PASSAGES_FOR_MODEL,
      });
      answers.set(index, { question, answer, passages: results });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_QUESTIONS }, answerNext));
  await app.control('models', 'reset');
  return [...answers].toSorted(([a], [b]) => a - b).map(([, answered]) => answered);
}

/** Whether a citation opens the location that contains the answer. */
function isCorrectLocation(
  { filename, location }: Pick<Citation, 'filename' | 'location'>,
  question: AnswerableQuestion,
): boolean {
  const { location: expected, label } = question;
  // AVA names a page as it is printed: "page iv".
  const place = label !== undefined && expected.kind === 'page' ? { ...expected, label } : expected;
  return filename === question.file && location === locationLabel(place);
}

/** Whether a citation also quotes the sentence that contains the answer. */
function quotesAnswer(citation: Citation, question: AnswerableQuestion): boolean {
  return isCorrectLocation(citation, question) && citation.quote.includes(question.answer);
}

export interface AccuracyScores {
  /** Share of all citations that open the location of the answer. */
  accuracy: number;
  /** Share of all questions with at least one such citation. */
  coverage: number;
  /** Share of all questions with a citation that quotes the answer. */
  quoted: number;
  /** Share of all questions for which the model received the passage with the answer. */
  retrieved: number;
}

export function scoreAnswers(answered: readonly AnsweredQuestion<AnswerableQuestion>[]): AccuracyScores {
  // The citation in a refusal does not count, because it only shows the closest passage.
  const citations = answered.flatMap(({ question, answer }) =>
    isRefusal(answer.content) ? [] : answer.links.map((citation) => ({ question, citation })),
  );
  const correct = citations.filter(({ question, citation }) => isCorrectLocation(citation, question));
  const retrieved = answered.filter(({ question, passages }) =>
    passages.some((passage) => isCorrectLocation(passage, question)),
  );
  const getShareCitedBy = (matches: (citation: Citation, question: AnswerableQuestion) => boolean) =>
    getShare(
      answered.filter(
        ({ question, answer }) =>
          !isRefusal(answer.content) && answer.links.some((citation) => matches(citation, question)),
      ),
      answered,
    );
  return {
    accuracy: getShare(correct, citations),
    coverage: getShareCitedBy(isCorrectLocation),
    quoted: getShareCitedBy(quotesAnswer),
    retrieved: getShare(retrieved, answered),
  };
}

/** Share of answers that are complete and say, without the mark of a refusal, that nothing was found. */
export function getNotFoundShare(answered: readonly { answer: Answer }[]): number {
  return getShare(
    answered.filter(({ answer }) => answer.state.name === 'complete' && isRefusal(answer.content)),
    answered,
  );
}

function getShare(part: readonly unknown[], all: readonly unknown[]): number {
  return part.length / Math.max(1, all.length);
}
