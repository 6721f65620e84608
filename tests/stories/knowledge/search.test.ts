import { randomUUID } from 'node:crypto';
import { cancelChatResponse, getAnswerMetadata, getChat, getChats, newChat, shareChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { getSimilarityResults, searchResponse } from '#contract/sites/search.ts';
import type { CandidateFile } from '#contract/sites/corpusFiles.ts';
import { getSiteInsights, type Site } from '#contract/sites/sites.ts';
import { continueResponse, regenerateSearchResponse } from '#contract/chats/versions.ts';
import { nothingFound } from '#api/search/searchedSites.ts';
import { HIDDEN_ANSWER } from '#api/answers/readableHistory.ts';
import { getPerson } from '#sandbox/people.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { encodeCall, send } from '#tests/harness/http/request.ts';
import { listAnswerRequests, getPromptText } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { LoggedRequest } from '#sandbox/models/requestLog.ts';
import { readAllRows } from '#tests/harness/storage/allRows.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';

let app: TestApp;
let [ada, ben, cleo]: Client[] = [];
let finance: Site;
let files: CandidateFile[];

const names = [
  'Audit Letter 2025.pdf',
  'Audit Findings 2025.docx',
  'Q1 2026 Review.pptx',
  'Salary Bands 2027.docx',
  'Payroll Calendar 2027.txt',
];
const getFileId = (name: string) => files.find((file) => file.name === name)?.id ?? '';

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  [ada, ben, cleo] = ['ada', 'ben', 'cleo'].map((person) => app.as(person));
  finance = await makeCorpus(requireClient(ada), 'Finance', { prompt: 'Name the year of every figure.' });
  files = (await listCrawledFiles(requireClient(ada), finance.SiteId)).filter(({ name }) => names.includes(name));
  await addFiles(requireClient(ada), finance, files);
});
afterAll(() => app.close());

function requireClient(person: Client | undefined): Client {
  if (!person) throw new Error('Nobody is signed in yet.');
  return person;
}

const newSearch = async (person: Client) => (await person.call(newChat, { chat_type: 'search' })).ConversationId;

async function askSite(
  person: Client | undefined,
  text: string,
  options: { convo_id?: string; selected_ks_files?: string[]; site_id?: string } = {},
) {
  const convo_id = options.convo_id ?? (await newSearch(requireClient(person)));
  const input = { event_session_id: randomUUID(), model: MODEL, site_id: finance.SiteId, ...options, convo_id, text };
  return { ...foldAnswer(await collect(await requireClient(person).stream(searchResponse, input))), convo_id };
}

describe('Ben asks Finance', () => {
  it('gets an answer with a citation of the page', async () => {
    const answer = await askSite(ben, 'How often should travel advances be settled?');
    expect(answer.content).toContain('every quarter');
    expect(answer.links).toMatchObject([
      {
        number: 1,
        fileid: getFileId('Audit Letter 2025.pdf'),
        filename: 'Audit Letter 2025.pdf',
        pagenumber: 2,
        standing: 'holds',
        site: finance.SiteId,
      },
    ]);
    const metadata = await requireClient(ben).call(getAnswerMetadata, { message_id: answer.message_id });
    expect(metadata).toMatchObject({
      EMBEDDING_MODEL: 'text-embedding-lexical',
      detected_intent: { category: 'question' },
    });
    expect(metadata.similarity_search_time).toBeGreaterThanOrEqual(0);
  });

  /** @proves call:searchResponse */
  it('gets the found files in a header, and the prompt contains the owners’ instructions', async () => {
    const input = {
      convo_id: await newSearch(requireClient(ben)),
      event_session_id: randomUUID(),
      model: MODEL,
      site_id: finance.SiteId,
      text: 'Which invoices were booked in the wrong month?',
    };
    const reply = await send(app.url, await encodeCall(searchResponse, input, await app.getToken({ person: 'ben' })));
    expect(reply.headers['response-sources']).toContain('Audit Letter 2025.pdf');
    expect(reply.headers['user-message-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(getPromptText((await listAnswerRequests(app)).at(-1))).toContain('Name the year of every figure.');
  });

  it('without_sources: the response begins without waiting for the search, so no header names the found files', async () => {
    const input = {
      convo_id: await newSearch(requireClient(ben)),
      event_session_id: randomUUID(),
      model: MODEL,
      site_id: finance.SiteId,
      text: 'Which invoices were booked in the wrong month?',
      without_sources: true,
    };
    const reply = await send(app.url, await encodeCall(searchResponse, input, await app.getToken({ person: 'ben' })));
    expect(reply.headers['response-sources']).toBeUndefined();
    expect(reply.text).toContain('Audit Letter 2025.pdf');
  });

  /** @proves call:getSimilarityResults */
  it('in German: the queries that the model writes rank the right page first, but his own words do not', async () => {
    const findFirst = async (output: string) => {
      const isPlan = '</question>';
      await app.control('models', 'scenario', { name: 'script', text: output, count: 1, match: isPlan });
      const answer = await askSite(ben, 'Wie oft sollen Reisevorschüsse abgerechnet werden?');
      const page = { id: answer.message_id, start: 0, end: 1 };
      return (await requireClient(ben).call(getSimilarityResults, page)).results[0]?.text;
    };
    const queries = ['settlement of travel advances', 'advances settled every quarter'];
    expect(await findFirst(JSON.stringify({ queries }))).toContain('ravel advances');
    expect(await findFirst('<think>Let me see.')).not.toContain('ravel advances');
  });

  it('with a model for the queries that reads the names of his files and of no others', async () => {
    await askSite(ben, 'When are wages paid?');
    const requests = await app.listRequests<LoggedRequest>('models');
    const prompts = requests.map(getPromptText).filter((prompt) => prompt.includes('Task: search queries'));
    expect(prompts.at(-1)).toContain('Payroll Calendar 2027.txt');
    expect(prompts.join()).not.toContain('Salary Bands 2027.docx');
  });

  it('with a follow-up question that depends on the previous one', async () => {
    const { convo_id } = await askSite(ben, 'When are wages paid?');
    const answer = await askSite(ben, 'And in December?', { convo_id });
    expect(answer.content).toContain('18th');
  });

  it('sees the passages that were found, best first, with their neighbors', async () => {
    const answer = await askSite(ben, 'How often should travel advances be settled?');
    const { results, total } = await requireClient(ben).call(getSimilarityResults, {
      id: answer.message_id,
      start: 0,
      end: 3,
    });
    expect(results[0]).toMatchObject({
      filename: 'Audit Letter 2025.pdf',
      pagenumber: 2,
      text: expect.stringContaining('every quarter'),
    });
    expect(total).toBeGreaterThanOrEqual(results.length);
    expect(results.map(({ number }) => number)).toEqual(results.map((_, index) => index + 1));
    expect(JSON.stringify(results)).not.toContain('score');
  });

  it('only about selected files', async () => {
    const answer = await askSite(ben, 'How often should travel advances be settled?', {
      selected_ks_files: [getFileId('Payroll Calendar 2027.txt')],
    });
    expect(answer.links).toEqual([]);
    expect(answer.content).not.toContain('every quarter');
  });
});

describe('Ben gets another answer from Finance', () => {
  const QUESTION = 'How often should travel advances be settled?';
  const fields = () => ({ event_session_id: randomUUID(), model: MODEL });
  afterEach(async () => {
    await app.control('models', 'reset');
  });

  it('as a version of the first one, found by a new search', async () => {
    const first = await askSite(ben, QUESTION);
    const input = { ...fields(), convo_id: first.convo_id, message_id: first.message_id, site_id: finance.SiteId };
    const second = foldAnswer(await collect(await requireClient(ben).stream(regenerateSearchResponse, input)));
    expect(second.links).toMatchObject([{ filename: 'Audit Letter 2025.pdf', standing: 'holds' }]);
    const { Messages } = await requireClient(ben).call(getChat, { convo_id: first.convo_id });
    expect(Messages.map(({ versions }) => versions)).toEqual([undefined, [first.message_id, second.message_id]]);
    const cleosInput = { ...input, convo_id: await newSearch(requireClient(cleo)) };
    await expect(requireClient(cleo).stream(regenerateSearchResponse, cleosInput)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('as the continuation of an answer that he stopped: the passages are the same, and its citations keep their numbers', async () => {
    const client = requireClient(ben);
    const convo_id = await newSearch(client);
    const start = `Advances are settled every quarter [1]. ${'Then they are checked again. '.repeat(200)}`;
    await app.control('models', 'scenario', { name: 'script', text: start, ms: 20, count: 2, match: QUESTION });
    const input = { ...fields(), convo_id, site_id: finance.SiteId, text: QUESTION };
    for await (const event of await client.stream(searchResponse, input))
      if (event.type === 'citations')
        await client.call(cancelChatResponse, { convo_id, event_session_id: input.event_session_id });
    const [, stopped] = (await client.call(getChat, { convo_id })).Messages;
    expect(stopped).toMatchObject({ state: { name: 'stopped' }, links: [{ number: 1 }] });

    const rest = 'Two more sources say so [2] and [1].';
    await app.control('models', 'reset');
    await app.control('models', 'scenario', {
      name: 'script',
      text: rest,
      count: 1,
      match: 'Continue your last answer',
    });
    const message_id = stopped?.message_id ?? '';
    const events = await collect(await client.stream(continueResponse, { ...fields(), convo_id, message_id }));
    const { content, links, state } = foldAnswer(events);
    expect(state).toEqual({ name: 'complete', finish: 'stop' });
    expect(content.startsWith(stopped?.content ?? 'nothing')).toBe(true);
    expect(content.endsWith(rest)).toBe(true);
    expect(links).toEqual([stopped?.links[0], expect.objectContaining({ number: 2, site: finance.SiteId })]);
    const prompts = (await listAnswerRequests(app)).map(getPromptText);
    expect(prompts.find((prompt) => prompt.includes('Continue your last answer'))).toContain('<passage');
    const [, saved] = (await client.call(getChat, { convo_id })).Messages;
    expect(saved).toMatchObject({ content, links });
  });
});

describe('a file that Ben cannot read', () => {
  /** @proves threat:unreadable-chunks */
  it('reaches neither an answer nor a model', async () => {
    const before = (await listAnswerRequests(app)).length;
    const answer = await askSite(ben, 'From where to where does salary band C run?');
    const prompts = (await listAnswerRequests(app)).slice(before).map(getPromptText).join('');
    for (const text of [answer.content, prompts]) expect(text).not.toContain('52,400');
    expect((await askSite(ada, 'From where to where does salary band C run?')).content).toContain('52,400');
  });

  it('causes no model call if nothing else was selected', async () => {
    const before = (await listAnswerRequests(app)).length;
    const answer = await askSite(ben, 'From where does band C run?', {
      selected_ks_files: [getFileId('Salary Bands 2027.docx')],
    });
    expect(answer).toMatchObject({ content: nothingFound(['one']), links: [], state: { name: 'complete' } });
    expect(await listAnswerRequests(app)).toHaveLength(before);
  });

  /** @proves threat:copied-citations */
  it('is not revealed by an answer that Ada shares with him', async () => {
    const { convo_id } = await askSite(ada, 'From where to where does salary band C run?');
    await requireClient(ada).call(shareChat, { convo_id, peers: [getPerson('ben').oid] });
    const [copy] = (await requireClient(ben).call(getChats, {})).chats.filter(({ SharedBy }) => SharedBy !== null);
    const { Messages } = await requireClient(ben).call(getChat, { convo_id: copy?.ConversationId ?? '' });
    expect(JSON.stringify(Messages)).not.toContain('52,400');
    expect(Messages.at(-1)?.content).toBe(HIDDEN_ANSWER);
  });
});

it('Cleo, who cannot read Finance, gets nothing from it, and her question is not stored', async () => {
  const convo_id = await newSearch(requireClient(cleo));
  await expect(askSite(cleo, 'How often should travel advances be settled?', { convo_id })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await requireClient(cleo).call(getChat, { convo_id })).Messages).toEqual([]);
  const { message_id } = await askSite(ben, 'How often should travel advances be settled?');
  await expect(requireClient(cleo).call(getSimilarityResults, { id: message_id })).rejects.toMatchObject({
    code: 'not_found',
  });
});

it('Ada sees the unanswered questions of three people, but not their names', async () => {
  for (const person of ['ada', 'ben']) await askSite(app.as(person), 'Where is the zeppelin hangar?');
  const listUnanswered = async () =>
    (await requireClient(ada).call(getSiteInsights, { site_id: finance.SiteId })).unanswered;
  expect(await listUnanswered()).toEqual([]);
  await app.control('graph', 'access', { person: 'dev', site: 'finance', role: 'read' });
  await askSite(app.as('dev'), 'Who has a zeppelin?');
  expect(await listUnanswered()).toEqual([{ terms: 'zeppelin', askers: 3 }]);
});

it('a refusal in German, which cites the closest passage, counts as unanswered, and its mark is stored nowhere', async () => {
  const people = ['ada', 'ben', 'dev'];
  for (const person of people) {
    const text = '**[0]** Zum Dirigible steht nichts in den Dateien [1]. [0]';
    await app.control('models', 'scenario', { name: 'script', text, count: 2, match: 'dirigible?' });
    const { content, links, convo_id } = await askSite(app.as(person), 'Where is the dirigible?');
    expect([content, links.length]).toEqual(['Zum Dirigible steht nichts in den Dateien [1].', 1]);
    const { Messages } = await app.as(person).call(getChat, { convo_id });
    expect(JSON.stringify(Messages)).not.toContain('[0]');
  }
  const { unanswered } = await requireClient(ada).call(getSiteInsights, { site_id: finance.SiteId });
  expect(unanswered).toContainEqual({ terms: expect.stringContaining('dirigible'), askers: people.length });
});

/** @proves threat:stored-tokens */
it('no token is in a row, a job, a log line or a request to a model', async () => {
  await app.terminate();
  const rows = await readAllRows(app);
  expect(rows).toContain('Payroll Calendar 2027.txt');
  expect(rows).toContain('embed');
  for (const text of [rows, app.readLog(), JSON.stringify(await app.listRequests('models'))])
    expect(text).not.toMatch(/eyJ[\w-]{20,}/);
});
