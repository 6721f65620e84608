import { randomUUID } from 'node:crypto';
import { cancelChatResponse, getAnswerMetadata, getChat, newChat } from '#contract/chats/chat.ts';
import { searchChats } from '#contract/chats/history.ts';
import { continueResponse, regenerateResponse } from '#contract/chats/versions.ts';
import type { Client } from '#contract/client.ts';
import { exportAnswer, exportChat } from '#contract/exports/exports.ts';
import { followAnswerRun, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { Site } from '#contract/sites/sites.ts';
import { getSimilarityResults, searchResponse } from '#contract/sites/search.ts';
import { HIDDEN_ANSWER } from '#api/answers/readableHistory.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';

const FILE = 'finance/Documents/Payroll/Salary Bands 2027.docx';
const QUESTION = 'From where to where does salary band C run?';
const SECRET = 'Purple Harbour';
/** Parts of the secret, because one event can contain only a part of it. */
const PARTS = /Purple|Harbour/;

let app: TestApp;
let ben: Client;
let finance: Site;
let convo_id: string;
let message_id: string;
let run_id: string;
let input: { request_id: string; event_session_id: string };

const options = () => ({ event_session_id: randomUUID(), model: MODEL });
const ask = (ids: typeof input) =>
  ben.stream(searchResponse, { ...ids, convo_id, model: MODEL, site_id: finance.SiteId, text: QUESTION });
const follow = async (from = 0) => collect<AnswerEvent>(await ben.stream(followAnswerRun, { run_id, from }));
const setAccess = (role: 'read' | 'none') => app.control('graph', 'access', { person: 'ben', file: FILE, role });

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  ben = app.as('ben');
  finance = await makeCorpus(app.as('ada'), 'Finance');
  const files = await listCrawledFiles(app.as('ada'), finance.SiteId);
  await addFiles(app.as('ada'), finance, files.filter(({ name }) => name.startsWith('Salary Bands'))); // prettier-ignore
  await setAccess('read');
  convo_id = (await ben.call(newChat, { chat_type: 'search' })).ConversationId;
  const text = `The code name of band C is ${SECRET} [1]. ${'It is checked again. '.repeat(300)}`;
  await app.control('models', 'scenario', {
    name: 'script',
    thoughts: `${SECRET}?`,
    text,
    ms: 20,
    count: 3,
    match: QUESTION,
  });
  input = { request_id: randomUUID(), event_session_id: randomUUID() };
  for await (const event of await ask(input))
    if (event.type === 'citations')
      await ben.call(cancelChatResponse, { convo_id, event_session_id: input.event_session_id });
  await app.control('models', 'reset');
  const [, answer] = (await ben.call(getChat, { convo_id })).Messages;
  expect(answer).toMatchObject({ state: { name: 'stopped' }, content: expect.stringContaining(SECRET) as string });
  [message_id, run_id] = [answer?.message_id ?? '', answer?.run_id ?? ''];
  expect(foldAnswer(await follow())).toMatchObject({
    content: expect.stringContaining(SECRET) as string,
    thoughts: { text: `${SECRET}?` },
  });
  await setAccess('none');
  // A new process has cached no response of Graph.
  await app.terminate();
  await app.restart();
});
afterAll(() => app.close());

describe('Ben’s own answer, after he lost access to its file,', () => {
  /** @proves threat:closed-answers threat:thoughts */
  it('is a sentence in his chat, in his export and in what is saved about it', async () => {
    const { Messages } = await ben.call(getChat, { convo_id });
    expect(Messages.map(({ content }) => content)).toEqual([QUESTION, HIDDEN_ANSWER]);
    expect(JSON.stringify(Messages)).not.toMatch(PARTS);
    const { notes } = await ben.call(exportChat, { chat_id: convo_id, format: 'txt', name: 'Bands' });
    expect(notes).toEqual([expect.stringMatching(/^One answer is not in the file/)]);
    const answer = ben.call(exportAnswer, { chat_id: convo_id, message_id, format: 'txt', name: 'Band' });
    await expect(answer).rejects.toMatchObject({ code: 'nothing_to_export', detail: HIDDEN_ANSWER });
    expect(await ben.call(getAnswerMetadata, { message_id })).toMatchObject({ used_model: '', total_ms: null });
    expect(await ben.call(getSimilarityResults, { id: message_id })).toEqual({ results: [], total: 0 });
  });

  /** @proves threat:closed-answers */
  it('is found by none of its words', async () => {
    for (const text of ['Purple', 'Harbour', 'checked again'])
      expect((await ben.call(searchChats, { text, chat_type: 'search' })).results).toEqual([]);
  });

  /** @proves threat:closed-answers threat:thoughts */
  it('is not replayed by its run, wherever he begins to follow it, nor by the question sent again', async () => {
    const events = await follow();
    expect(foldAnswer(events)).toMatchObject({ content: HIDDEN_ANSWER, links: [], state: { name: 'stopped' } });
    expect(JSON.stringify([events, await follow(3), await collect(await ask(input))])).not.toMatch(PARTS);
  });

  /** @proves threat:closed-answers */
  it('is not continued, and no model receives its text when he asks again', async () => {
    await app.control('models', 'reset');
    const continued = ben.stream(continueResponse, { ...options(), convo_id, message_id });
    await expect(continued).rejects.toMatchObject({ code: 'not_found', detail: HIDDEN_ANSWER });
    const again = await ben.stream(regenerateResponse, { ...options(), convo_id, message_id });
    expect(foldAnswer(await collect(again)).content).not.toMatch(PARTS);
    const requests = JSON.stringify(await app.listRequests('models'));
    expect(requests).toContain('salary band C');
    expect(requests).not.toMatch(PARTS);
  });
});
