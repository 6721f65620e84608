import { randomUUID } from 'node:crypto';
import { get } from 'node:https';
import { text } from 'node:stream/consumers';
import { draftAnswer, draftHtml, draftTask, saveToOneDrive } from '#contract/exports/emailDrafts.ts';
import { exportAnswer } from '#contract/exports/exports.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { makeTask, runAll } from '#tests/harness/client/tasks.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let chatId: string;
let answerId: string;

beforeAll(async () => {
  app = await startApp({ features: { tasks: true } });
  chatId = await makeChat(app.as('ada'));
  const question = { convo_id: chatId, text: 'repeat after me: # Tea\n\nAt **four**.' };
  answerId = (await ask(app.as('ada'), question)).message_id;
});
afterAll(() => app.close());

const makeRequest = () => ({ chat_id: chatId, message_id: answerId, subject: 'Tea / today 🍵', key: randomUUID() });
/** A page of the sandbox's Outlook, which has the sandbox's own certificate. */
const readPage = (url: string, token = '') =>
  new Promise<string>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    get(url, { rejectUnauthorized: false, headers }, (response) => void text(response).then(resolve, reject)).on(
      'error',
      reject,
    );
  });

/** Subjects of all mails in Ada's Drafts folder, as Graph returns them. */
async function listSubjects(): Promise<string[]> {
  const audience = 'https://graph.microsoft.com';
  const token = await app.getToken({ person: 'ada', audience, scp: 'Mail.Read' });
  const { value } = JSON.parse(
    await readPage(`${app.urls.graph}/v1.0/me/mailFolders/drafts/messages?$top=100&$select=subject`, token),
  ) as { value: { subject: string }[] };
  return value.map(({ subject }) => subject);
}

describe('a draft', () => {
  /** @proves threat:one-draft */
  it('is created once, however often Ada clicks', async () => {
    const request = makeRequest();
    const results = await Promise.allSettled([1, 2, 3].map(() => app.as('ada').call(draftAnswer, request)));
    const draft = await app.as('ada').call(draftAnswer, request);
    for (const result of results)
      if (result.status === 'fulfilled') expect(result.value).toEqual(draft);
      else expect(result.reason).toMatchObject({ code: 'draft_pending' });
    expect(await listSubjects()).toEqual(['Tea / today 🍵']);
    const page = await readPage(draft.web_link);
    expect(page).toContain('Tea / today 🍵');
    expect(page).toContain('four');
  });

  it('has the outputs of a task', async () => {
    const { taskId } = await makeTask(app.as('ada'), { title: 'Brew', prompts: ['repeat after me: leaves'] });
    await runAll(app.as('ada'), taskId);
    const request = { task_id: taskId, subject: 'Brew', key: randomUUID() };
    const { web_link } = await app.as('ada').call(draftTask, request);
    expect(await readPage(web_link)).toContain('leaves');
  });

  it('names the attachments that have no content', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const draft = await app.as('ada').call(draftHtml, {
      html: '<p>Tea</p><img src="cid:dot.png" alt="Dot"><img src="cid:gone.png" alt=""><script>steal()</script>',
      attachments: [
        { fileName: 'dot.png', base64Content: png, contentType: 'image/png' },
        { fileName: 'gone.png', contentType: 'image/png' },
      ],
      subject: 'Tea',
      key: randomUUID(),
    });
    expect(draft.missing).toContain('gone.png');
    const page = await readPage(draft.web_link);
    expect(page).toContain(png);
    expect(page).not.toContain('steal');
  });

  it('is not created in a full or missing mailbox, and the same click works once there is space', async () => {
    const request = makeRequest();
    await app.control('graph', 'mailbox', { person: 'ada', full: true });
    await expect(app.as('ada').call(draftAnswer, request)).rejects.toMatchObject({ code: 'mailbox_full' });
    await app.control('graph', 'mailbox', { person: 'ada', exists: false });
    await expect(app.as('ada').call(draftAnswer, request)).rejects.toMatchObject({
      code: 'no_mailbox',
      detail: expect.stringContaining("can't create a draft"),
    });
    await app.control('graph', 'mailbox', { person: 'ada' });
    expect((await app.as('ada').call(draftAnswer, request)).missing).toEqual([]);
  });

  /** @proves threat:foreign-export */
  it('needs consent only to mail, and no one can draft an answer of another person', async () => {
    await expect(app.as('ben').call(draftAnswer, makeRequest())).rejects.toMatchObject({ code: 'not_found' });
    await app.control('identity', 'consent', { person: 'ben', granted: false, scope: 'Mail.ReadWrite' });
    const own = { html: '<p>Tea</p>', subject: 'Tea', key: randomUUID() };
    await expect(app.as('ben').call(draftHtml, own)).rejects.toMatchObject({ code: 'consent_required' });
  });
});

/** @proves threat:foreign-export */
it('Ada saves a file in her OneDrive; a full OneDrive is refused with `drive_full`; Ben cannot save Ada’s file', async () => {
  const source = { chat_id: chatId, message_id: answerId };
  const { export_id } = await app
    .as('ada')
    .call(exportAnswer, { ...source, format: 'txt', name: 'Tea: 100%/2026 \u202e🍵' });
  const saved = await app.as('ada').call(saveToOneDrive, { export_id });
  expect(saved.file_name).toBe('Tea 100% 2026 🍵.txt');
  expect(decodeURIComponent(saved.web_link)).toContain('Tea 100% 2026 🍵.txt');
  await expect(app.as('ben').call(saveToOneDrive, { export_id })).rejects.toMatchObject({ code: 'link_expired' });
  await app.control('graph', 'libraries/full', { library: 'ada-drive/Documents', full: true });
  await expect(app.as('ada').call(saveToOneDrive, { export_id })).rejects.toMatchObject({ code: 'drive_full' });
});
