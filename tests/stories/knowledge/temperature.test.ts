import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cancelChatResponse, chatResponse, newChat } from '#contract/chats/chat.ts';
import { continueResponse, regenerateSearchResponse } from '#contract/chats/versions.ts';
import type { Client } from '#contract/client.ts';
import { searchResponse } from '#contract/sites/search.ts';
import type { Site } from '#contract/sites/sites.ts';
import { listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';

const QUESTION = 'How often should travel advances be settled?';
/** A model that its maker advises to use with another temperature. */
const DESCRIBED = 'DeepSeek-R1';

let app: TestApp;
let folder: string;
let ada: Client;
let finance: Site;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-models-'));
  const file = join(folder, 'models.json');
  await writeFile(file, JSON.stringify([{ id: MODEL }, { id: DESCRIBED, temperature: 0.6 }]));
  app = await startApp({ features: { knowledgeSearch: true }, env: { MODELS_FILE: file } });
  ada = app.as('ada');
  finance = await makeCorpus(ada, 'Finance');
  const files = await listCrawledFiles(ada, finance.SiteId);
  await addFiles(
    ada,
    finance,
    files.filter(({ name }) => name === 'Audit Letter 2025.pdf'),
  );
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const createFields = async (model = MODEL, chat_type: 'search' | 'chat' = 'search') => ({
  convo_id: (await ada.call(newChat, { chat_type })).ConversationId,
  event_session_id: randomUUID(),
  model,
});

async function getTemperature(): Promise<unknown> {
  return (await listAnswerRequests(app)).at(-1)?.params['temperature'];
}

async function search(temperature?: number, model?: string) {
  const fields = await createFields(model);
  const input = {
    ...fields,
    site_id: finance.SiteId,
    text: QUESTION,
    ...(temperature !== undefined && { temperature }),
  };
  const answer = foldAnswer(await collect(await ada.stream(searchResponse, input)));
  return { ...fields, answer, temperature: await getTemperature() };
}

describe('the temperature of a search', () => {
  it('is 0.2 if Ada has chosen no style, also when she asks again', async () => {
    const { convo_id, answer, temperature } = await search();
    expect(temperature).toBe(0.2);
    const input = { convo_id, event_session_id: randomUUID(), model: MODEL, site_id: finance.SiteId };
    await collect(await ada.stream(regenerateSearchResponse, { ...input, message_id: answer.message_id }));
    expect(await getTemperature()).toBe(0.2);
  });

  it('is that of the style that she has chosen, even if it is Balanced', async () => {
    expect((await search(0.5)).temperature).toBe(0.5);
    expect((await search(0.8, DESCRIBED)).temperature).toBe(0.8);
  });

  it('is that of the model’s description, if it has one', async () => {
    expect((await search(undefined, DESCRIBED)).temperature).toBe(0.6);
  });

  it('stays the same when the answer is continued', async () => {
    const fields = await createFields();
    const text = `Advances are settled every quarter [1]. ${'Then they are checked again. '.repeat(200)}`;
    await app.control('models', 'scenario', { name: 'script', text, ms: 20, count: 2, match: QUESTION });
    const input = { ...fields, site_id: finance.SiteId, text: QUESTION };
    let message_id = '';
    for await (const event of await ada.stream(searchResponse, input)) {
      if (event.type === 'started') message_id = event.message_id;
      if (event.type === 'citations') await ada.call(cancelChatResponse, fields);
    }
    await app.control('models', 'reset');
    const { convo_id, model } = fields;
    const continuation = { convo_id, model, message_id, event_session_id: randomUUID() };
    await collect(await ada.stream(continueResponse, continuation));
    expect(await getTemperature()).toBe(0.2);
  });
});

/** @proves limit:DEFAULT_TEMPERATURE */
it('a question without files has the temperature of the specification, 0.5', async () => {
  await collect(await ada.stream(chatResponse, { ...(await createFields(MODEL, 'chat')), text: 'Hello' }));
  expect(await getTemperature()).toBe(0.5);
});
