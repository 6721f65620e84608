import { randomUUID } from 'node:crypto';
import { getAnswerMetadata, newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { getSimilarityResults, searchResponse } from '#contract/sites/search.ts';
import { getSiteInsights, type Site } from '#contract/sites/sites.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { encodeCall, send } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { foldAnswer, MODEL } from '#tests/harness/client/answers.ts';

const library = 'finance/Documents';
const open: Record<string, string[]> = {
  'Harbour Staff.txt': [
    'Vera Lindqvist leads the ferry desk at the harbour.',
    'Omar Haile keeps the keys of the tower.',
  ],
  'Kitchen Rota.txt': ['The kitchen opens at seven on Mondays.', 'Lena Brandt orders fish and bread for the kitchen.'],
  'Ferry Timetable.txt': ['The ferry to the island leaves at noon.', 'The last ferry is the one at nine.'],
};
const questions = [
  'vantablack',
  'redundancy',
  'vantablack redundancy',
  'Vera Lindqvist',
  'ferry',
  'harbour',
  'Kündigung Hafen',
  'Who leads the ferry desk?',
  'When does the last ferry leave the harbour?',
  'Who gets a bonus for the merger of the kitchen?',
];
const everyWord = questions.join(' ');
const nameList = ['Vera Lindqvist', 'Omar Haile', 'Lena Brandt'];

/** Files that Ben cannot read; each step adds more. */
const steps: [what: string, files: string[][]][] = [
  [
    'a few that contain every word of the question',
    [[everyWord], [`${everyWord} ${everyWord}`], ['Vantablack and redundancy.']],
  ],
  [
    'some about people of open files',
    nameList.map((name) => [`${name}: vantablack, redundancy of ${name}, ferry desk.`]),
  ],
  [
    'some in another language',
    Array.from({ length: 4 }, () => ['Die Kündigung und der Hafen sind nicht für die Fähre.']),
  ],
  [
    'three times as many as the open ones',
    Array.from({ length: 9 }, (_, index) => [`${everyWord} ${index}`, 'A ferry, a harbour.']),
  ],
];

let app: TestApp;
let ada: Client;
let ben: Client;
let site: Site;
let before: Map<string, unknown>;
let added = 0;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben] = [app.as('ada'), app.as('ben')];
  // An owner also sees the insights of the site, so these must not reveal closed files either.
  await app.control('graph', 'access', { person: 'ben', site: 'finance', role: 'owner' });
  site = await makeCorpus(ada, 'Finance');
  await add(open);
  before = await askAllAsBen();
});
afterAll(() => app.close());

/** Adds files to the library and to the corpus. */
async function add(files: Record<string, readonly string[]>, closed = false): Promise<void> {
  for (const [name, sentences] of Object.entries(files)) {
    const file = `${library}/${name}`;
    await app.control('graph', 'files/add', { file, sentences, by: 'ada' });
    if (closed) await app.control('graph', 'access', { person: 'ben', file, role: 'none' });
  }
  const found = (await listCrawledFiles(ada, site.SiteId, { reload: true })).filter(({ name }) => name in files);
  const statuses = [...(await addFiles(ada, site, found)).values()].map(({ status }) => status);
  expect(statuses).toEqual(Object.keys(files).map(() => 'COMPLETED'));
}

/** Returns everything that Ben gets for a question: events, headers, passages, metadata; without generated ids. */
async function askAsBen(text: string): Promise<unknown> {
  const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
  const input = { convo_id, event_session_id: randomUUID(), site_id: site.SiteId, model: MODEL, text };
  const reply = await send(app.url, await encodeCall(searchResponse, input, await app.getToken({ person: 'ben' })));
  const events = reply.text.split('\n\n').flatMap((block) => (block.startsWith('data: {"') ? [parseEvent(block)] : []));
  // `seq` is left out, because the number of events of an answer depends on time.
  const answer = { ...foldAnswer(events), seq: 0 };
  const results = await ben.call(getSimilarityResults, { id: answer.message_id, end: 50, delta: 1 });
  const { first_token_ms, total_ms, similarity_search_time, ...metadata } = await ben.call(getAnswerMetadata, {
    message_id: answer.message_id,
  });
  expect([first_token_ms, total_ms, similarity_search_time]).not.toContain(undefined);
  const stages = events.flatMap((event) => (event.type === 'stage' ? [event.stage] : []));
  const all = { sources: reply.headers['response-sources'], stages, answer, results, metadata };
  return JSON.parse(JSON.stringify(all).replaceAll(/[\da-f]{8}-[\da-f]{4}-[\da-f-]{22}/g, 'id'));
}

const parseEvent = (block: string) => JSON.parse(block.slice('data: '.length)) as AnswerEvent;

async function askAllAsBen(): Promise<Map<string, unknown>> {
  const answers = new Map<string, unknown>();
  for (const question of questions) answers.set(question, await askAsBen(question));
  answers.set('insights', await ben.call(getSiteInsights, { site_id: site.SiteId }));
  return answers;
}

it('answers Ben from the open files', () => {
  expect(JSON.stringify(before.get('Who leads the ferry desk?'))).toContain('Harbour Staff.txt');
  expect(JSON.stringify([...before.values()])).not.toContain('score');
});

/** @proves threat:unreadable-files-in-ranking */
it.each(steps)(
  'reveals nothing of closed files to Ben: %s',
  async (_, files) => {
    await add(Object.fromEntries(files.map((sentences) => [`Closed ${(added += 1)}.txt`, sentences])), true);
    const answers = await askAllAsBen();
    for (const [question, answer] of before)
      expect({ question, answer: answers.get(question) }).toEqual({ question, answer });
  },
  240_000,
);

it('finds the closed files for a person who can read them', async () => {
  const { ConversationId: convo_id } = await ada.call(newChat, { chat_type: 'search' });
  const input = { convo_id, event_session_id: randomUUID(), site_id: site.SiteId, model: MODEL, text: 'vantablack' };
  const reply = await send(app.url, await encodeCall(searchResponse, input, await app.getToken({ person: 'ada' })));
  expect(reply.headers['response-sources']).toContain('Closed');
});
