import { randomUUID } from 'node:crypto';
import { getChat, newChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { getCorpusFileText, getEmbeddedFiles, uploadSiteFile } from '#contract/sites/corpusFiles.ts';
import { searchResponse } from '#contract/sites/search.ts';
import { getPromptText, listAnswerRequests } from '#tests/harness/app/modelRequests.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, collect, foldAnswer, makeChat, MODEL } from '#tests/harness/client/answers.ts';
import { addFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { toMessageFile, uploadAndRead } from '#tests/harness/client/uploads.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { makePartlyReadDocx } from '#tests/harness/partlyReadDocx.ts';

const NAME = 'Visits of clinics.docx';
const WARNING = '3 charts were not read.';
const unread = [{ kind: 'chart', count: 3 }];

let app: TestApp;
let ada: Client;
let file: File;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true } });
  ada = app.as('ada');
  file = new File([new Uint8Array(await makePartlyReadDocx('The harbor clinic had 812 visits.'))], NAME);
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

const getLastPrompt = async () => getPromptText((await listAnswerRequests(app)).at(-1));

it('Ada attaches a document with charts that cannot be read; she and the model are told what was not read', async () => {
  const read = (await uploadAndRead(ada, file)).file;
  expect(read.extraction).toMatchObject({ unread, warning: WARNING });
  const convo_id = await makeChat(ada);
  await ask(ada, { convo_id, text: 'How many visits had the harbor clinic?', file_context: [toMessageFile(read)] });
  expect(await getLastPrompt()).toContain('not_read=\\"3 charts\\"');
  const [question] = (await ada.call(getChat, { convo_id })).Messages;
  expect(question?.files).toMatchObject([{ fileName: NAME, warning: WARNING }]);
});

it('Ada adds such a document to a corpus; the corpus’s list of files and the prompt of a search name what was not read', async () => {
  const finance = await makeCorpus(ada, 'Finance');
  const uploaded = await ada.upload(uploadSiteFile, { site_id: finance.SiteId }, file);
  const candidate = { id: uploaded.datasource_id, name: uploaded.name, webUrl: uploaded.link };
  await addFiles(ada, finance, [candidate]);
  const { files } = await ada.call(getEmbeddedFiles, { site_id: finance.SiteId });
  expect(files).toMatchObject([{ DataSourceName: NAME, state: 'ready', unread }]);
  const ids = { site_id: finance.SiteId, datasource_id: candidate.id };
  expect((await ada.call(getCorpusFileText, ids)).extraction).toMatchObject({ unread, warning: WARNING });

  const { ConversationId: convo_id } = await ada.call(newChat, { chat_type: 'search' });
  const input = { event_session_id: randomUUID(), model: MODEL, site_id: finance.SiteId, convo_id };
  const answer = await collect(
    await ada.stream(searchResponse, { ...input, text: 'How many visits had the harbor clinic?' }),
  );
  expect(foldAnswer(answer).content).toContain('812');
  expect(await getLastPrompt()).toContain('not_read=\\"3 charts\\"');
});
