import { createHash } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import mammoth from 'mammoth';
import { getChats, shareChat } from '#contract/chats/chat.ts';
import { createSections, generatePresentation } from '#contract/exports/presentations.ts';
import { openParts } from '#api/ooxml/parts.ts';
import { makePng } from '#sandbox/documents/png.ts';
import { getPerson } from '#sandbox/people.ts';
import { exportAnswer, exportChat, exportTask, type DocumentFormat } from '#contract/exports/exports.ts';
import type { Client } from '#contract/client.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { makeInlineFile, uploadAndRead } from '#tests/harness/client/uploads.ts';
import { countPdfImages, readPdfText } from '#tests/harness/readPdfText.ts';
import { makeTask, runAll } from '#tests/harness/client/tasks.ts';
import { send } from '#tests/harness/http/request.ts';

const TABLE = '| Drink | Time |\n|---|---|\n| Tea | four |';

let app: TestApp;
let ben: Client;
let chatId: string;
let answerId: string;

beforeAll(async () => {
  app = await startApp({ features: { tasks: true } });
  ben = app.as('ben');
  chatId = await makeChat(ben);
  const text = `repeat after me: # Tea\n\n${TABLE}`;
  answerId = (await ask(ben, { convo_id: chatId, text })).message_id;
});
afterAll(() => app.close());

const request = (format: DocumentFormat, name: string) => ({ format, name });
const download = (path: string, headers: Record<string, string> = {}) =>
  send(app.url, { method: 'GET', path, headers });

async function readWord(bytes: Uint8Array): Promise<string> {
  return (await mammoth.extractRawText({ buffer: Buffer.from(bytes) })).value;
}

describe('Ben saves an answer', () => {
  it('as text, by an address that needs no sign-in and names the file', async () => {
    const file = await ben.call(exportAnswer, {
      chat_id: chatId,
      message_id: answerId,
      ...request('txt', 'Tea: plans/2026 🍵'),
    });
    expect(file).toMatchObject({ file_name: 'Tea plans 2026 🍵.txt', notes: [] });
    const reply = await download(file.url);
    expect(reply.status).toBe(200);
    expect(reply.text).toContain('Drink\tTime\r\nTea\tfour');
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': `attachment; filename="Tea plans 2026 _.txt"; filename*=UTF-8''Tea%20plans%202026%20%F0%9F%8D%B5.txt`,
      'content-length': String(file.size),
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
  });

  it.each(['pdf', 'docx'] as const)('as %s', async (format) => {
    const source = { chat_id: chatId, message_id: answerId };
    const file = await ben.call(exportAnswer, { ...source, ...request(format, 'Tea') });
    const { bytes } = await download(file.url);
    if (format === 'docx') expect(await readWord(bytes)).toMatch(/Tea\s+Drink\s+Time\s+Tea\s+four/);
    else expect((await PDFDocument.load(bytes)).getTitle()).toBe('Tea');
  });

  it('as Markdown, and its table as a workbook', async () => {
    const source = { chat_id: chatId, message_id: answerId };
    const read = async (format: DocumentFormat) =>
      download((await ben.call(exportAnswer, { ...source, ...request(format, 'Tea') })).url);
    const markdown = await read('md');
    expect(markdown.headers).toMatchObject({ 'content-type': 'text/markdown; charset=utf-8' });
    expect(markdown.text).toMatch(/^# Tea\n\n\| Drink \| Time \|\n/);
    const workbook = await uploadAndRead(ben, new File([new Uint8Array((await read('xlsx')).bytes)], 'tea.xlsx'));
    expect(workbook.file.message).toMatch(/Drink[^]*Time[^]*Tea[^]*four/);
    const { message_id } = await ask(ben, { convo_id: await makeChat(ben), text: 'repeat after me: no rows' });
    const { ConversationId } = (await ben.call(getChats, { limit: 1 })).chats[0] ?? { ConversationId: '' };
    await expect(
      ben.call(exportAnswer, { chat_id: ConversationId, message_id, ...request('xlsx', 'Tea') }),
    ).rejects.toMatchObject({ code: 'no_table' });
  });

  it('with its chat, under the question', async () => {
    const file = await ben.call(exportChat, { chat_id: chatId, ...request('txt', 'Chat') });
    expect((await download(file.url)).text).toMatch(/Question[^]*repeat after me[^]*Tea\tfour/);
  });
});

it('Ben saves the outputs of a task, in the order of its steps', async () => {
  const prompts = ['repeat after me: leaves', 'repeat after me: water'];
  const { taskId } = await makeTask(ben, { title: 'Brew', prompts });
  await runAll(ben, taskId);
  const file = await ben.call(exportTask, { task_id: taskId, ...request('txt', 'Brew') });
  expect((await download(file.url)).text).toMatch(/leaves[^]*water/);
});

describe('a chat with an attached image', () => {
  const picture = Buffer.from(makePng(64, 64)).toString('base64');
  let id: string;
  let answer: string;
  beforeAll(async () => {
    id = await makeChat(ben);
    const file = makeInlineFile(picture, { fileName: 'our cup.png', fileType: 'PNG', imageTokenCount: 255 });
    const text = 'repeat after me: This is ![Our cup](our%20cup.png)';
    answer = (await ask(ben, { convo_id: id, text, file_context: [file] })).message_id;
  });

  const saveAs = async (person: Client, format: 'txt' | 'docx' | 'pdf') => {
    const { url, notes } = await person.call(exportChat, { chat_id: id, ...request(format, 'Cup') });
    return { notes, ...(await download(url)) };
  };
  const makeSlides = async (person: Client, chat_id: string) => {
    const { sections } = await ben.call(createSections, { chat_id });
    const content = { title_slide: { title: 'Cup' }, sections, template_folder: 'ava' };
    const blob = await person.bytes(generatePresentation, content);
    return [...openParts(new Uint8Array(await blob.arrayBuffer())).keys()];
  };

  it('has the image below its question and in the answer that names it, in Word, PDF and slides', async () => {
    const word = await saveAs(ben, 'docx');
    expect(word.notes).toEqual([]);
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(word.bytes) });
    expect(value.match(/<img [^>]*>/g)).toEqual([
      expect.stringContaining('alt="our cup.png"'),
      expect.stringContaining('alt="Our cup"'),
    ]);
    expect(await countPdfImages((await saveAs(ben, 'pdf')).bytes)).toBe(2);
    const { url } = await ben.call(exportAnswer, { chat_id: id, message_id: answer, ...request('pdf', 'Cup') });
    expect(await countPdfImages((await download(url)).bytes)).toBe(1);
    expect(await makeSlides(ben, id)).toContainEqual(expect.stringContaining('ppt/media/'));
  });

  /** @proves threat:exported-images */
  it('has only the description of the image for Cleo, who has a copy and cannot open it', async () => {
    const cleo = app.as('cleo');
    expect((await makeSlides(cleo, id)).join()).not.toContain('ppt/media/');
    await ben.call(shareChat, { convo_id: id, peers: [getPerson('cleo').oid] });
    const [copy] = (await cleo.call(getChats, { limit: 1 })).chats;
    const { url } = await cleo.call(exportChat, { chat_id: copy?.ConversationId ?? '', ...request('pdf', 'Cup') });
    const { bytes } = await download(url);
    expect(await readPdfText(bytes)).toContain('This is [Our cup]');
    expect(await countPdfImages(bytes)).toBe(0);
  });

  it('names the image if its bytes are lost', async () => {
    const digest = createHash('sha256').update(makePng(64, 64)).digest('hex');
    const blobs = await readdir(join(app.dataDir, 'blobs'), { recursive: true });
    const lost = blobs.filter((path) => path.endsWith(digest));
    expect(lost).toHaveLength(1);
    for (const path of lost) await rm(join(app.dataDir, 'blobs', path));
    const { notes, text } = await saveAs(ben, 'txt');
    expect(text).toMatch(/\[our cup\.png\][^]*This is \[Our cup\]/);
    expect(notes).toEqual(["An image is not in the file, because AVA can't open it: our cup.png."]);
    expect(await countPdfImages((await saveAs(ben, 'pdf')).bytes)).toBe(0);
  });
});

describe('a download', () => {
  let url: string;
  beforeAll(async () => {
    const source = { chat_id: chatId, message_id: answerId };
    ({ url } = await ben.call(exportAnswer, { ...source, ...request('txt', 'Tea') }));
  });

  const refusal = { code: 'link_expired', detail: expect.stringContaining('export the file again') };

  /** @proves threat:download-address */
  it('is refused if its address was changed', async () => {
    const altered = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A');
    for (const path of [altered, '/exports/download/tea', `/exports/download/${'a'.repeat(300)}`])
      expect((await download(path)).status).toBeGreaterThanOrEqual(400);
    expect(await download(altered)).toMatchObject({ status: 404, json: refusal });
  });

  /** @proves threat:download-address */
  it('is refused to Ada, and shown to a browser as a sentence', async () => {
    const headers = { authorization: `Bearer ${await app.getToken({ person: 'ada' })}` };
    expect(await download(url, headers)).toMatchObject({ status: 404, json: refusal });
    const page = await download('/exports/download/tea', { accept: 'text/html' });
    expect(page).toMatchObject({ status: 404, text: refusal.detail });
    expect(page.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});
