import { randomUUID } from 'node:crypto';
import { getChats } from '#contract/chats/chat.ts';
import { createPrompt } from '#contract/prompts/prompts.ts';
import type { Site } from '#contract/sites/sites.ts';
import { getPerson } from '#sandbox/people.ts';
import { ask, makeChat, MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { send, type Reply } from '#tests/harness/http/request.ts';

let app: TestApp;
let finance: Site;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  const ada = app.as('ada');
  finance = await makeCorpus(ada, 'Finance');
  const files = await listCrawledFiles(ada, finance.SiteId);
  await addFiles(
    ada,
    finance,
    files.filter(({ name }) => name === 'Audit Letter 2025.pdf'),
  );
});
afterAll(() => app.close());

/** Sends a call of Ada as the specification writes it, without the fields that AVA added. */
async function sendAsAda(
  method: string,
  path: string,
  query: Record<string, string>,
  body?: string,
  type = 'application/json',
): Promise<Reply> {
  const authorization = `Bearer ${await app.getToken({ person: 'ada' })}`;
  return send(app.url, {
    method,
    path: `${path}?${new URLSearchParams(query)}`,
    headers: { authorization, ...(body !== undefined && { 'content-type': type }) },
    ...(body !== undefined && { body }),
  });
}

describe('a call with the fields of the specification alone', () => {
  it('shares a chat, and names its type and its corpus', async () => {
    const convo_id = await makeChat(app.as('ada'));
    await ask(app.as('ada'), { convo_id, text: 'repeat after me: tea' });
    const peers = JSON.stringify([getPerson('ben').oid]);
    const query = { convo_id, convo_type: 'standard_chat', peers, chat_corpus: '' };
    expect((await sendAsAda('POST', '/chats/dump', query)).json).toEqual({ shared: 1 });
    expect((await app.as('ben').call(getChats, {})).chats).toHaveLength(1);
  });

  it('changes a corpus whose site is in the query', async () => {
    const to_corpus = { CorpusDescription: 'Money', CorpusPrompt: '' };
    const body = JSON.stringify({ from_corpus: { CorpusDescription: '', CorpusPrompt: '' }, to_corpus });
    expect((await sendAsAda('POST', '/corpus', { site_id: finance.SiteId }, body)).json).toMatchObject(to_corpus);
  });

  it('changes a prompt without naming the version that was edited', async () => {
    const created = await app.as('ada').call(createPrompt, { prompt_title: 'Tea', prompt_text: 'When is tea?' });
    const fields = { prompt_title: 'Tea', prompt_text: 'Where is tea?', labels: '', is_private: true, teams: '' };
    const reply = await sendAsAda('PUT', `/update_prompt/${created.prompt_id}`, {}, JSON.stringify(fields));
    expect(reply.json).toMatchObject({ prompt_text: 'Where is tea?', version: 2 });
  });

  it('answers a message of Chat from the site that it names', async () => {
    const query = {
      convo_id: await makeChat(app.as('ada')),
      event_session_id: randomUUID(),
      model: MODEL,
      concise_mode: 'false',
      site_id: finance.SiteId,
      temperature: '0.5',
    };
    const body = new URLSearchParams({
      text: 'How often should travel advances be settled?',
      function_calling: 'false',
      selected_ks_files: '[]',
    });
    const type = 'application/x-www-form-urlencoded';
    const reply = await sendAsAda('POST', '/chat_response/', query, String(body), type);
    expect(reply.headers['response-sources']).toContain('Audit Letter 2025.pdf');
    expect(reply.text).toContain('every quarter');
  });
});
