import { request, type ClientRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { ingestTemplate } from '#contract/exports/presentations.ts';
import type { Client } from '#contract/client.ts';
import { startFileText, startImageContent } from '#contract/files/files.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { makeInlineFile, uploadAndRead } from '#tests/harness/client/uploads.ts';

/** Space of a person in these tests. */
const UPLOAD_BYTES = 1_000_000;
const FULL = {
  code: 'files_full',
  status: 413,
  detail:
    'Your files take up all the space AVA keeps for you. Delete chats, tasks and templates with large files that you no longer need.',
};

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ env: { UPLOAD_BYTES_PER_PERSON: String(UPLOAD_BYTES), RUNS_PER_PERSON: '100' } });
});
afterAll(() => app.close());

const makeFile = (bytes: number) => new File(['tea '.repeat(bytes / 4)], 'tea.txt', { type: 'text/plain' });
const upload = (person: Client, bytes: number) => person.upload(startFileText, {}, makeFile(bytes));

const HEAD =
  '--tea\r\ncontent-disposition: form-data; name="file"; filename="tea.txt"\r\ncontent-type: text/plain\r\n\r\n';

/** Starts a request with a form, and returns the response once it arrives. */
async function startForm(person: string, headers: object, send: (call: ClientRequest) => void) {
  const token = await app.getToken({ person });
  return new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const call = request(`${app.url}${startFileText.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=tea', ...headers },
    });
    call.on('response', async (response) => resolve({ status: response.statusCode, body: await text(response) }));
    call.on('error', reject);
    send(call);
  });
}

/** Declares the size of an upload without sending its bytes. */
const announce = (person: string, bytes: number) =>
  startForm(person, { 'content-length': bytes }, (call) => call.flushHeaders());

/** Sends a file without declaring its size, and does not end the form. */
const sendChunks = (person: string, bytes: number) =>
  startForm(person, {}, (call) => {
    call.write(HEAD);
    call.write('tea '.repeat(bytes / 4));
  });

/** @proves threat:upload-quota call:ingestTemplate */
it('Ada uploads until her space is full, with a sentence about files; Ben can still upload', async () => {
  const ada = app.as('ada');
  await uploadAndRead(ada, makeFile(600_000));
  await expect(upload(ada, 600_000)).rejects.toMatchObject(FULL);
  await expect(ada.upload(ingestTemplate, {}, makeFile(600_000))).rejects.toMatchObject(FULL);
  await uploadAndRead(ada, makeFile(300_000));
  expect((await uploadAndRead(app.as('ben'), makeFile(600_000))).file.fileName).toBe('tea.txt');
});

/** @proves threat:upload-quota */
it('a file that has no room is refused by its declared size, before its bytes arrive', async () => {
  const { status, body } = await announce('dev', 5_000_000);
  expect({ status, ...JSON.parse(body) }).toMatchObject(FULL);
});

/** @proves threat:upload-quota */
it('Cleo’s file of an unknown size is refused as soon as it exceeds the room that is left', async () => {
  await uploadAndRead(app.as('cleo'), makeFile(600_000));
  const { status, body } = await sendChunks('cleo', 600_000);
  expect({ status, ...JSON.parse(body) }).toMatchObject(FULL);
});

it('text in a message counts like an upload', async () => {
  const hugo = app.as('hugo');
  await uploadAndRead(hugo, makeFile(900_000));
  const convo_id = await makeChat(hugo);
  const file = makeInlineFile('tea '.repeat(50_000));
  await expect(ask(hugo, { convo_id, text: 'What is this?', file_context: [file] })).rejects.toMatchObject(FULL);
});

/** @proves threat:upload-quota */
it('files that are refused after they arrived count for the day', async () => {
  const farid = app.as('farid');
  const send = () => farid.upload(startImageContent, {}, makeFile(600_000));
  await expect(send()).rejects.toMatchObject({ code: 'unreadable_file' });
  await expect(send()).rejects.toMatchObject({
    code: 'uploads_used_up',
    status: 429,
    detail:
      'You have added or exported as many files as AVA accepts from one person in a day. Please continue tomorrow.',
  });
});
