import { randomUUID } from 'node:crypto';
import { newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import type { Answer } from '#contract/runs/answerEvents.ts';
import { searchResponse } from '#contract/sites/search.ts';
import type { Site } from '#contract/sites/sites.ts';
import { isRefusal } from '#sandbox/models/quoting/quote.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

/** What a newcomer asks Finance in their own words, and what the quoted passage must say. */
const questions: [question: string, answer: string][] = [
  ['How much can I spend on a hotel?', 'up to 140 crowns'],
  ['What can I spend on dinner with a client?', 'up to 55 crowns a head'],
  ['Do I get my money back for wine or other alcohol?', 'Alcohol is never refunded'],
  ['How long do I have to hand in my receipts?', 'within 30 days of the purchase'],
  ['I lost my company card, who do I tell?', 'reported to the bank first'],
  ['When do we get paid in December?', 'in December on the 18th'],
  ['How many offers do I need before I buy something for 8,000 crowns?', 'Three written offers'],
  ['Who has to approve a purchase of 30,000 crowns?', 'head of finance approves purchases above 20,000'],
  ['How much may a team lead approve?', '1,500'],
  ['How much revenue did we make in the third quarter?', '3.9 million'],
  ['What did travel cost us in June?', '46 thousand'],
  ['How much money does Marketing get next year?', '0.9 million'],
  ['When do our customers have to pay?', 'within 21 days'],
  ['Who audited the books?', 'Hollis and Rowe'],
  ['When is the loan for the Mill paid off?', '2031'],
  ['How much cash may I keep?', '2,000 crowns in cash'],
];
/** Questions whose citation has to quote the answer. */
const MIN_ANSWERED = 13;

let app: TestApp;
let ben: Client;
let finance: Site;
let answers: { question: string; expected: string; answer: Answer }[];

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  ben = app.as('ben');
  const ada = app.as('ada');
  finance = await makeCorpus(ada, 'Finance');
  await addFiles(ada, finance, await listCrawledFiles(ada, finance.SiteId));
  answers = [];
  for (const [question, expected] of questions)
    answers.push({ question, expected, answer: await askFinance(question) });
}, 300_000);
afterAll(() => app.close());

async function askFinance(text: string): Promise<Answer> {
  const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
  const input = { event_session_id: randomUUID(), model: MODEL, site_id: finance.SiteId, convo_id, text };
  return foldAnswer(await collect(await ben.stream(searchResponse, input)));
}

const quotes = ({ links }: Answer, expected: string) =>
  links.some(({ quote }) => quote.replace(/\s+/g, ' ').includes(expected));

const toLine = ({ question, answer }: (typeof answers)[number]) => `${question} → ${answer.content}`;

it(`quotes the answer to ${MIN_ANSWERED} of ${questions.length} natural questions`, () => {
  const missed = answers.filter(({ answer, expected }) => !quotes(answer, expected) || isRefusal(answer.content));
  expect(missed.length <= questions.length - MIN_ANSWERED ? [] : missed.map(toLine)).toEqual([]);
});

it('never contradicts itself: it neither refuses beside the answer nor doubts its own quotation', () => {
  const contradictions = answers.filter(
    ({ answer, expected }) =>
      (quotes(answer, expected) && answer.content.includes('I found no sentence')) ||
      answer.links.some(({ standing }) => standing === 'unverified'),
  );
  expect(contradictions.map(toLine)).toEqual([]);
});
