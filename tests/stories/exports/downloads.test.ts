import { PDFDocument } from 'pdf-lib';
import mammoth from 'mammoth';
import { exportAnswer, exportChat, exportTask } from '../../../api/contract/exports/exports.ts';
import type { Client } from '../../../api/contract/client.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { ask, makeChat } from '../../harness/client/answers.ts';
import { makeTask, runAll } from '../../harness/client/tasks.ts';
import { send } from '../../harness/http/request.ts';

const TABLE = '| Drink | Time |\n|---|---|\n| Tea | four |';

let app: TestApp;
let ben: Client;
let chatId: string;
let answerId: string;

beforeAll(async () => {
  app = await startApp({ features: { tasks: true } });
  await app.control('models', 'pace', { ms: 0 });
  ben = app.as('ben');
  chatId = await makeChat(ben);
  const text = `repeat after me: # Tea\n\n${TABLE}`;
  answerId = (await ask(ben, { convo_id: chatId, text })).message_id;
});
afterAll(() => app.close());

const request = (format: 'txt' | 'docx' | 'pdf', name: string) => ({ format, name });
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

  it('with its chat, under the question', async () => {
    const file = await ben.call(exportChat, { chat_id: chatId, ...request('txt', 'Chat') });
    expect((await download(file.url)).text).toMatch(/Question[^]*repeat after me[^]*Tea\tfour/);
  });

  it('and the outputs of a task, in the order of its steps', async () => {
    const prompts = ['repeat after me: leaves', 'repeat after me: water'];
    const { taskId } = await makeTask(ben, { title: 'Brew', prompts });
    await runAll(ben, taskId);
    const file = await ben.call(exportTask, { task_id: taskId, ...request('txt', 'Brew') });
    expect((await download(file.url)).text).toMatch(/leaves[^]*water/);
  });
});

describe('a download', () => {
  let url: string;
  beforeAll(async () => {
    const source = { chat_id: chatId, message_id: answerId };
    ({ url } = await ben.call(exportAnswer, { ...source, ...request('txt', 'Tea') }));
  });

  const refusal = { code: 'link_expired', detail: expect.stringContaining('export the file again') };

  it('is refused if its address was changed', async () => {
    const altered = url.slice(0, -1) + (url.endsWith('A') ? 'B' : 'A');
    for (const path of [altered, '/exports/download/tea', `/exports/download/${'a'.repeat(300)}`])
      expect((await download(path)).status).toBeGreaterThanOrEqual(400);
    expect(await download(altered)).toMatchObject({ status: 404, json: refusal });
  });

  it('is refused to Ada, and shown to a browser as a sentence', async () => {
    const headers = { authorization: `Bearer ${await app.getToken({ person: 'ada' })}` };
    expect(await download(url, headers)).toMatchObject({ status: 404, json: refusal });
    const page = await download('/exports/download/tea', { accept: 'text/html' });
    expect(page).toMatchObject({ status: 404, text: refusal.detail });
    expect(page.headers['content-type']).toBe('text/plain; charset=utf-8');
  });
});
