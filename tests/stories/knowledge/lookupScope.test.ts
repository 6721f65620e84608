import { randomUUID } from 'node:crypto';
import { getChat, newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { searchResponse } from '#contract/sites/search.ts';
import type { Site } from '#contract/sites/sites.ts';
import { fillCorpus, listCrawledFiles } from '#tests/harness/client/corpora.ts';
import { askWithFunctions, getResultNames } from '#tests/harness/client/functionCalls.ts';
import { makeTask, mentionSites, runAll } from '#tests/harness/client/tasks.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ben: Client;
/** Ben can read Finance and Travel, and searches only Travel. Farid's Board Minutes are closed to him. */
let [finance, travel, people, board]: Site[] = [];
/** Ids of the files that are not searched. */
let closedIds: string[];
let hotels: string;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, functionCalling: false, tasks: true } });
  ben = app.as('ben');
  finance = await fillCorpus(app.as('ada'), 'Finance', (name) => name.startsWith('Audit'));
  travel = await fillCorpus(app.as('ines'), 'Travel', () => true);
  people = await fillCorpus(app.as('elif'), 'People & Culture', () => true);
  board = await fillCorpus(app.as('farid'), 'Board Minutes', () => true);
  const listIds = async (owner: string, site: Site | undefined, isListed: (name: string) => boolean) =>
    (await listCrawledFiles(app.as(owner), site?.SiteId ?? '', { include_embedded: true }))
      .filter(({ name }) => isListed(name))
      .map(({ id }) => id);
  closedIds = [
    ...(await listIds('ada', finance, (name) => name.startsWith('Audit'))),
    ...(await listIds('farid', board, () => true)),
  ];
  [hotels = ''] = await listIds('ines', travel, (name) => name.startsWith('Hotels'));
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

const idOf = (site: Site | undefined) => site?.SiteId ?? '';
const QUESTION =
  'Which hotel is in Merrow, and what do the audit report of Finance and Board Minutes say about advances and a purchase?';

type Call = [name: string, args: object];

/** Every way in which a model can try to read a site or a file that the question names. */
const everyPath: Call[][] = [
  [
    ['search', { queries: ['travel advances auditors', 'purchase of the board'] }],
    ['search', { queries: ['advances'], sites: ['Finance'] }],
    ['search', { queries: ['purchase'], sites: ['Board Minutes'] }],
    ['list', {}],
    ['list', { name: 'audit' }],
    ['list', { name: 'minutes', sites: ['Board Minutes'] }],
  ],
  [
    ['open', { passage: 1 }],
    ['open', { passage: 500 }],
    ['find', { passage: 1, words: 'advances' }],
    ['find', { passage: 500, words: 'advances' }],
    ['query_table', { passage: 1 }],
    ['query_table', { passage: 500, sql: 'select * from Audit' }],
  ],
];

/** The same calls with names that do not exist. */
const unknownPaths = JSON.parse(
  JSON.stringify(everyPath).replaceAll('Finance', 'Atlantis').replaceAll('Board Minutes', 'Lemuria'),
) as Call[][];

async function script(paths: Call[][], text = 'Done.', query = 'hotel in Merrow'): Promise<void> {
  const say = (reply: object) => app.control('models', 'scenario', { name: 'script', text: '', count: 1, ...reply });
  await say({ text: JSON.stringify({ queries: [query] }), match: '</question>' });
  for (const round of paths) {
    const rawCalls = round.map(([name, args]) => ({ name, arguments: JSON.stringify(args) }));
    await say({ rawCalls, match: 'Which hotel' });
  }
  await say({ text, match: 'Which hotel' });
}

interface Scope {
  site_id?: string;
  site_ids?: string[];
  selected_ks_files?: string[];
}

async function search(scope: Scope, convo_id?: string) {
  const chat = convo_id ?? (await ben.call(newChat, { chat_type: 'search' })).ConversationId;
  const input = { event_session_id: randomUUID(), model: MODEL, text: QUESTION, convo_id: chat, ...scope };
  const events = await collect(await ben.stream(searchResponse, input));
  return { ...foldAnswer(events), events, stored: await ben.call(getChat, { convo_id: chat }) };
}

/** What only the closed files and their sites say. */
const closedTexts = () => [
  'be settled every quarter',
  'Hollis',
  'boathouse',
  'Minutes 2026',
  idOf(board),
  ...closedIds,
];
const readPrompts = async () => (await listAnswerRequests(app)).map(getPromptText);

function expectNothingClosed(...seen: unknown[]): void {
  const text = JSON.stringify(seen);
  for (const secret of closedTexts()) expect(text).not.toContain(secret);
}

it('the closed files have what the model looks for', async () => {
  const asAda = app.as('ada');
  const { ConversationId: convo_id } = await asAda.call(newChat, { chat_type: 'search' });
  const input = { event_session_id: randomUUID(), model: MODEL, text: 'travel advances auditors', convo_id };
  await collect(await asAda.stream(searchResponse, { ...input, site_id: idOf(finance) }));
  const prompts = (await readPrompts()).join('\n');
  for (const text of closedTexts().slice(0, 2)) expect(prompts).toContain(text);
});

/** @proves threat:unreadable-site */
it.each<[string, () => Scope]>([
  ['one site', () => ({ site_id: idOf(travel) })],
  ['two sites', () => ({ site_ids: [idOf(travel), idOf(people)] })],
  ['a file of one site', () => ({ site_id: idOf(travel), selected_ks_files: [hotels] })],
])('a search of %s reads no site and no file that the question names but Ben did not choose', async (_, getScope) => {
  await script(everyPath);
  const answer = await search(getScope());
  expect(answer.content).toMatch(/^Done\./);
  const looks = answer.calls.filter(({ title }) => title !== 'Search sites');
  expect(looks).toHaveLength(12);
  expectNothingClosed(answer.events, answer.stored, await readPrompts());
  const found = looks.flatMap((call) => (call.state.name === 'done' ? getResultNames(call) : []));
  expect(found).toContain('Hotels We Like.pdf');

  // A site that Ben can read, one that is closed to him and one that does not exist have the same result.
  await app.control('models', 'reset');
  await script(unknownPaths);
  const unknown = (await search(getScope())).calls.filter(({ title }) => title !== 'Search sites');
  expect(looks.map(({ state }) => state)).toEqual(unknown.map(({ state }) => state));
});

it('a search in a chat whose earlier answer comes from Finance opens nothing of Finance', async () => {
  await script([], 'Advances are settled every quarter [1].', 'travel advances');
  const first = await search({ site_id: idOf(finance) });
  expect(first.links.map(({ site }) => site)).toContain(idOf(finance));
  await app.control('models', 'reset');
  await script([[['open', { passage: 1 }], ['open', { passage: 2 }], ['list', {}]]]); // prettier-ignore
  const { calls } = await search({ site_id: idOf(travel) }, first.stored.ConversationId);
  const found = calls.flatMap((call) => (call.state.name === 'done' ? getResultNames(call) : []));
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter((name) => name.startsWith('Audit'))).toEqual([]);
});

it('a step of a task that mentions Travel reads nothing of the others', async () => {
  const { taskId, stepIds } = await makeTask(ben, { prompts: ['repeat after me: go', 'repeat after me: search'] });
  await mentionSites(ben, taskId, ['Travel'], QUESTION);
  await script(everyPath);
  const run = await runAll(ben, taskId);
  expect(run.outputs[stepIds[1] ?? '']).toMatchObject({ state: { name: 'complete' }, content: 'Done.' });
  expectNothingClosed(run, await readPrompts());
});

/** @proves threat:unreadable-site */
it('a question in Chat reads Finance, which Ben can read, and nothing of Board Minutes', async () => {
  await script(everyPath);
  const answer = await askWithFunctions(ben, QUESTION, { function_calling: false });
  const prompts = await readPrompts();
  expect(JSON.stringify(prompts)).toContain('be settled every quarter');
  for (const secret of ['boathouse', 'Minutes 2026', idOf(board), ...closedIds.slice(2)])
    expect(JSON.stringify([answer, prompts])).not.toContain(secret);
});
