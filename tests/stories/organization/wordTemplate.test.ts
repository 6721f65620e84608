import { randomUUID } from 'node:crypto';
import { getOrganizationSettings, saveOrganizationSettings, uploadWordTemplate } from '#contract/admin/admin.ts';
import type { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import type { Client } from '#contract/client.ts';
import { exportAnswer, getDocx } from '#contract/exports/exports.ts';
import { deleteTemplate, getLayouts, getTemplates } from '#contract/exports/presentations.ts';
import { openParts } from '#api/ooxml/parts.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { waitForJob } from '#tests/harness/client/uploads.ts';
import { getWordTemplatePart, makeWordTemplate } from '#tests/harness/client/wordTemplates.ts';

let app: TestApp;
let ada: Client;
let dev: Client;

beforeAll(async () => {
  app = await startApp();
  [ada, dev] = [app.as('ada'), app.as('dev')];
});
afterAll(() => app.close());

async function upload(person: Client, bytes = makeWordTemplate(), name = 'Northwind.docx') {
  const { job_id: jobId, template_id: id } = await person.upload(uploadWordTemplate, {}, new File([bytes], name));
  return { id, status: await waitForJob(person, jobId) };
}

async function choose(wordTemplate: OrganizationSettings['wordTemplate']) {
  const { version, settings } = await dev.call(getOrganizationSettings, {});
  return dev.call(saveOrganizationSettings, { version, settings: { ...settings, wordTemplate } });
}

async function readDocument(person: Client): Promise<string> {
  const file = await person.bytes(getDocx, { title: 'Tea', content: '# Tea\n\nFour leaves' });
  return [...openParts(new Uint8Array(await file.arrayBuffer())).values()].map((part) => Buffer.from(part)).join(' ');
}

/** @proves call:uploadWordTemplate */
it('Dev chooses a Word template, and documents of everybody have its look until he removes it', async () => {
  expect(await readDocument(ada)).not.toContain('Northwind Studio');
  const { id, status } = await upload(dev);
  expect(status).toMatchObject({ status: 'COMPLETED' });
  // It is used when the settings that name it are saved.
  expect(await readDocument(ada)).not.toContain('Northwind Studio');
  await choose({ id, name: 'Northwind.docx' });
  const document = await readDocument(ada);
  expect(document).toContain('<w:pStyle w:val="berschrift1"/>');
  expect(document).toContain('Northwind Studio');
  expect(document).not.toContain('Secret letter');

  const chatId = await makeChat(ada);
  const { message_id: messageId } = await ask(ada, { convo_id: chatId, text: 'repeat after me: tea' });
  const source = { chat_id: chatId, message_id: messageId, format: 'docx' as const, name: 'Tea' };
  const exported = await ada.call(exportAnswer, source);
  expect(exported.notes).toEqual([]);

  await choose(null);
  expect(await readDocument(ada)).not.toContain('Northwind Studio');
});

/** @proves threat:settings-access */
it('only an administrator uploads a Word template, and it is no template of slides', async () => {
  await expect(upload(ada)).rejects.toMatchObject({ code: 'not_allowed' });
  const { id } = await upload(dev);
  expect((await dev.call(getTemplates, {})).templates.map(({ template_folder }) => template_folder)).toEqual(['ava']);
  await expect(dev.call(getLayouts, { template_folder: id })).rejects.toMatchObject({ code: 'not_found' });
  await expect(dev.call(deleteTemplate, { template_folder: id })).rejects.toMatchObject({ code: 'not_found' });
});

it('settings name only a Word template that is stored', async () => {
  const refused = {
    code: 'invalid_settings',
    detail: 'The Word template is no longer stored. Choose it again.',
  };
  await expect(choose({ id: randomUUID(), name: 'Northwind.docx' })).rejects.toMatchObject(refused);
});

/** @proves threat:refused-template */
it('a template with macros or another content is refused with a sentence', async () => {
  const types = '[Content_Types].xml';
  const macros = getWordTemplatePart(types).replace(
    /[^"]*document.main\+xml/,
    'application/vnd.ms-word.document.macroEnabled.main+xml',
  );
  const { status } = await upload(dev, makeWordTemplate({ [types]: macros }), 'Northwind.docm');
  expect(status).toMatchObject({
    status: 'FAILURE',
    error: 'The template contains macros, which AVA does not accept. Save it without macros, and upload it again.',
  });
  await expect(upload(dev, new Uint8Array(0))).rejects.toMatchObject({
    detail: 'Please select a valid DOCX or DOTX file.',
  });
});

it('a template that an earlier version of the settings names stays, so that the version can be restored', async () => {
  const first = await upload(dev);
  await choose({ id: first.id, name: 'Northwind.docx' });
  const second = await upload(dev);
  await choose({ id: second.id, name: 'Northwind.docx' });
  await choose({ id: first.id, name: 'Northwind.docx' });
  expect(await readDocument(ada)).toContain('Northwind Studio');
});
