import { randomUUID } from 'node:crypto';
import type { LoggedRequest } from '#sandbox/models/requestLog.ts';
import { getOrganizationSettings, saveOrganizationSettings } from '#contract/admin/admin.ts';
import { newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { searchResponse } from '#contract/sites/search.ts';
import type { Site } from '#contract/sites/sites.ts';
import { fillCorpus } from '#tests/harness/client/corpora.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let ben: Client;
let finance: Site;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, functionCalling: false } });
  ben = app.as('ben');
  finance = await fillCorpus(app.as('ada'), 'Finance', (name) => /^(Audit|Salary)/.test(name));
});
afterAll(() => app.close());
beforeEach(() => app.control('models', 'reset'));

const QUESTION = 'How often are travel advances settled, and who were the auditors?';

/** Asks with a model that orders passages with this output. Returns the files in the order in which the answer reads them. */
async function askFinance(order: string) {
  const say = (reply: object) => app.control('models', 'scenario', { name: 'script', count: 1, ...reply });
  await say({ text: '{"queries": ["travel advances auditors salary"]}', match: '</question>' });
  await say({ text: order, match: '<passage>1' });
  const { ConversationId: convo_id } = await ben.call(newChat, { chat_type: 'search' });
  const input = { event_session_id: randomUUID(), model: MODEL, convo_id, site_id: finance.SiteId, text: QUESTION };
  const { state } = foldAnswer(await collect(await ben.stream(searchResponse, input)));
  expect(state).toEqual({ name: 'complete', finish: 'stop' });
  const prompt = getPromptText((await listAnswerRequests(app)).at(-1));
  const ordered = (await app.listRequests<LoggedRequest>('models')).map(getPromptText).filter(isOrdering);
  const read = [...prompt.matchAll(/<passage n=\\"\d+\\"[^>]*>(?:\\n)?(.{0,60})/g)].map(([, text = '']) => text);
  return { ordered, read };
}

const isOrdering = (prompt: string) => prompt.includes('Task: order passages');

it('no model orders passages until Dev, an administrator, allows it', async () => {
  const before = await askFinance('[2]');
  expect(before.ordered).toEqual([]);
  expect(before.read.length).toBeGreaterThan(1);

  const dev = app.as('dev');
  const { version, settings } = await dev.call(getOrganizationSettings, {});
  expect(settings.modelReranks).toBe(false);
  await dev.call(saveOrganizationSettings, { version, settings: { ...settings, modelReranks: true } });
  await app.control('models', 'reset');
  const after = await askFinance('The best one is 2. [2, 99, 2, 0]');
  expect(after.ordered).toHaveLength(1);
  expect(after.ordered[0]).toContain('Audit Findings 2025.docx');
  // Ben can't read this file, so the model does not read it, either.
  expect(after.ordered[0]).not.toContain('Salary Bands');
  expect(after.read[0]).not.toBe(before.read[0]);

  await app.control('models', 'reset');
  const unordered = await askFinance('Passage 2 is the best one.');
  expect(unordered.ordered).toHaveLength(1);
  expect(unordered.read).toEqual(before.read);
});
