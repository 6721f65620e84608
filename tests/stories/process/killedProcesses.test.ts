import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getChat } from '../../../api/contract/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import { startFileText } from '../../../api/contract/files.ts';
import { followRun, type AnswerEvent } from '../../../api/contract/runs.ts';
import { findErrorLines } from '../../harness/http/responseChecks.ts';
import { eventually } from '../../harness/eventually.ts';
import { makeSlowDocx } from '../../harness/hostile/hostileFiles.ts';
import { findChildProcessIds } from '../../harness/app/childProcessIds.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { ask, collect, foldAnswer, makeChat, openAnswer } from '../../harness/client/answers.ts';
import { waitForJob } from '../../harness/client/uploads.ts';

let app: TestApp;
let ada: Client;

beforeAll(async () => {
  app = await startApp();
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 10 });
});
afterEach(() => expect(findErrorLines(app.readLog())).toEqual([]));

const answerIn = async (convo_id: string) => (await ada.call(getChat, { convo_id })).Messages[1];

/** Reads an answer for as long as there is somebody to read from. */
function watch(convo_id: string, request_id: string, words: number) {
  const shown: AnswerEvent[] = [];
  const over = (async () => {
    for await (const event of await openAnswer(ada, { convo_id, request_id, text: `write ${words} words about tea` }))
      shown.push(event);
  })();
  return { shown, over };
}

const seen = (shown: AnswerEvent[], chunks: number) =>
  eventually(() => expect(shown.filter(({ type }) => type === 'chunk').length).toBeGreaterThanOrEqual(chunks));

describe('a killed API process', () => {
  it.each([1, 4])('loses nothing that was shown after %i chunks of an answer', async (chunks) => {
    const [convo_id, request_id] = [await makeChat(ada), randomUUID()];
    const { shown, over } = watch(convo_id, request_id, 150);
    await seen(shown, chunks);
    await app.kill();
    await expect(over).rejects.toMatchObject({ code: 'unexpected' });
    await app.restart();

    const before = foldAnswer(shown);
    const kept = await answerIn(convo_id);
    expect(kept).toMatchObject({
      state: { name: 'interrupted' },
      message_id: before.message_id,
      run_id: before.run_id,
    });
    expect(kept?.content.startsWith(before.content)).toBe(true);
    const followed = foldAnswer(await collect(await ada.stream(followRun, { run_id: before.run_id ?? '' })));
    expect(followed).toMatchObject({ content: kept?.content, state: { name: 'interrupted' } });

    await app.control('models', 'pace', { ms: 0 });
    const again = await ask(ada, { convo_id, request_id, text: 'write 150 words about tea' });
    expect(again).toMatchObject({ state: { name: 'complete' }, message_id: before.message_id });
    expect((await ada.call(getChat, { convo_id })).Messages).toHaveLength(2);
  });

  it('reads a file again that it was reading', async () => {
    const { job_id } = await ada.upload(startFileText, {}, await slowFile());
    await reader();
    await app.kill();
    await app.restart();
    const status = await waitForJob(ada, job_id, 30_000);
    expect(status).toMatchObject({ status: 'COMPLETED', result: { fileName: 'slow.docx' } });
    expect(status.result?.content).toContain('Clause 0 of 0');
  });
});

describe('the extraction process', () => {
  it('is replaced after one kill', async () => {
    const { job_id } = await ada.upload(startFileText, {}, await slowFile());
    process.kill(await reader(), 'SIGKILL');
    expect(await waitForJob(ada, job_id, 30_000)).toMatchObject({ status: 'COMPLETED' });
  });

  it('fails only its job after a second kill', async () => {
    const { job_id } = await ada.upload(startFileText, {}, await slowFile());
    const first = await reader();
    process.kill(first, 'SIGKILL');
    process.kill(await reader([first]), 'SIGKILL');
    const status = await waitForJob(ada, job_id);
    expect(status).toMatchObject({ status: 'FAILURE', error: 'Reading the file was interrupted. Please try again.' });
    expect((await ask(ada, { convo_id: await makeChat(ada), text: 'repeat after me: unharmed' })).content).toBe(
      'unharmed',
    );
  });
});

/** A file whose reading takes seconds. */
async function slowFile(): Promise<File> {
  return new File([new Uint8Array(await makeSlowDocx(60_000))], 'slow.docx');
}

/** The process that reads the file now. */
function reader(except: number[] = []): Promise<number> {
  return eventually(async () => {
    const [id] = (await findChildProcessIds(app.getPid(), 'childProcess/child.ts')).filter((one) => !except.includes(one));
    if (id === undefined) throw new Error('Nobody is reading.');
    return id;
  });
}

describe('SIGTERM', () => {
  it('lets answers end first and leaves no process behind', async () => {
    const convo_id = await makeChat(ada);
    const { shown, over } = watch(convo_id, randomUUID(), 150);
    await seen(shown, 2);
    const code = app.terminate();
    await over;
    expect(foldAnswer(shown).state).toEqual({ name: 'complete', finish: 'stop' });
    expect(await code).toBe(0);
    expect(await readdir(join(app.dataDir, 'blobs', 'tmp'))).toEqual([]);
    await app.restart();
    expect(await answerIn(convo_id)).toMatchObject({ state: { name: 'complete' }, content: foldAnswer(shown).content });
  });
});
