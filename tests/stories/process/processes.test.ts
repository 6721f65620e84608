import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { getChat } from '../../../api/contract/chats/chat.ts';
import type { Client } from '../../../api/contract/client.ts';
import { startFileText } from '../../../api/contract/files/files.ts';
import { followRun, type AnswerEvent } from '../../../api/contract/runs/runs.ts';
import { expectHealthyProcess, findErrorLines } from '../../harness/http/responseChecks.ts';
import { eventually } from '../../harness/eventually.ts';
import { makeSlowDocx } from '../../harness/hostile/hostileFiles.ts';
import { findProgram } from '../../../api/platform/childProcess/bundledProgram.ts';
import { findChildProcessIds } from '../../harness/app/childProcessIds.ts';
import { startApp, type TestApp } from '../../harness/app/startApp.ts';
import { ask, collect, foldAnswer, makeChat, openAnswer } from '../../harness/client/answers.ts';
import { waitForJob } from '../../harness/client/uploads.ts';

const READER = findProgram('reader');

let app: TestApp;
let ada: Client;

beforeAll(async () => {
  app = await startApp({ process: 'own', store: 'embedded' });
  ada = app.as('ada');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.control('models', 'reset');
  await app.control('models', 'pace', { ms: 10, wordsPerDelta: 1 });
});
afterEach(() => expect(findErrorLines(app.readLog())).toEqual([]));

const getAnswer = async (convo_id: string) => (await ada.call(getChat, { convo_id })).Messages[1];

/** Sends a message and reads its answer until the stream ends or fails. */
function startReading(convo_id: string, request_id: string, words: number) {
  const shown: AnswerEvent[] = [];
  const finished = (async () => {
    for await (const event of await openAnswer(ada, { convo_id, request_id, text: `write ${words} words about tea` }))
      shown.push(event);
  })();
  return { shown, finished };
}

const waitForChunks = (shown: AnswerEvent[], chunks: number) =>
  eventually(() => expect(shown.filter(({ type }) => type === 'chunk').length).toBeGreaterThanOrEqual(chunks));

describe('a killed API process', () => {
  // Later moments, and readers in other windows: `answerKill` in chaos.test.ts.
  it('loses nothing that was shown after the first chunk of an answer', async () => {
    const [convo_id, request_id] = [await makeChat(ada), randomUUID()];
    const { shown, finished } = startReading(convo_id, request_id, 150);
    await waitForChunks(shown, 1);
    await app.kill();
    await expect(finished).rejects.toMatchObject({ code: 'unexpected' });
    await app.restart();

    const before = foldAnswer(shown);
    const stored = await getAnswer(convo_id);
    expect(stored).toMatchObject({
      state: { name: 'interrupted' },
      message_id: before.message_id,
      run_id: before.run_id,
    });
    expect(stored?.content.startsWith(before.content)).toBe(true);
    const followed = foldAnswer(await collect(await ada.stream(followRun, { run_id: before.run_id ?? '' })));
    expect(followed).toMatchObject({ content: stored?.content, state: { name: 'interrupted' } });
    const retried = await ask(ada, { convo_id, request_id, text: 'write 150 words about tea' });
    expect(retried).toMatchObject({ state: { name: 'complete' }, message_id: before.message_id });
    expect((await ada.call(getChat, { convo_id })).Messages).toHaveLength(2);
  });

  it('reads a file again that it was reading', async () => {
    const { job_id } = await ada.upload(startFileText, {}, await makeSlowFile());
    await waitForExtractionProcess();
    await app.kill();
    await app.restart();
    const status = await waitForJob(ada, job_id);
    expect(status).toMatchObject({ status: 'COMPLETED', result: { fileName: 'slow.docx' } });
    expect(status.result?.message).toContain('Clause 0 of 0');
  });
});

describe('the extraction process', () => {
  it('is replaced after one kill', async () => {
    const { job_id } = await ada.upload(startFileText, {}, await makeSlowFile());
    process.kill(await waitForExtractionProcess(), 'SIGKILL');
    expect(await waitForJob(ada, job_id)).toMatchObject({ status: 'COMPLETED' });
  });

  it('fails only its job after a second kill', async () => {
    const { job_id } = await ada.upload(startFileText, {}, await makeSlowFile());
    const first = await waitForExtractionProcess();
    process.kill(first, 'SIGKILL');
    process.kill(await waitForExtractionProcess([first]), 'SIGKILL');
    const status = await waitForJob(ada, job_id);
    expect(status).toMatchObject({ status: 'FAILURE', error: 'Reading the file was interrupted. Please try again.' });
    expect((await ask(ada, { convo_id: await makeChat(ada), text: 'repeat after me: unharmed' })).content).toBe(
      'unharmed',
    );
  });
});

/** A file whose extraction takes seconds. */
async function makeSlowFile(): Promise<File> {
  return new File([new Uint8Array(await makeSlowDocx(10_000))], 'slow.docx');
}

/** Waits for an extraction process and returns its id. */
function waitForExtractionProcess(except: number[] = []): Promise<number> {
  return eventually(async () => {
    const [id] = (await findChildProcessIds(app.getPid(), READER)).filter((pid) => !except.includes(pid));
    if (id === undefined) throw new Error('No extraction process is running.');
    return id;
  });
}

describe('SIGTERM', () => {
  it('lets answers end first and leaves no temporary file', async () => {
    const convo_id = await makeChat(ada);
    const { shown, finished } = startReading(convo_id, randomUUID(), 150);
    await waitForChunks(shown, 2);
    const code = app.terminate();
    await finished;
    expect(foldAnswer(shown).state).toEqual({ name: 'complete', finish: 'stop' });
    expect(await code).toBe(0);
    expect(await readdir(join(app.dataDir, 'blobs', 'tmp'))).toEqual([]);
    await app.restart();
    expect(await getAnswer(convo_id)).toMatchObject({
      state: { name: 'complete' },
      content: foldAnswer(shown).content,
    });
  });
});

describe('a second API process', () => {
  afterEach(() => expectHealthyProcess(app));

  it('on the same data exits with a sentence and does not disturb the first', async () => {
    const convo_id = await makeChat(ada);
    const message = { convo_id, request_id: randomUUID(), text: 'write 100 words about tea' };
    const events = collect(await openAnswer(ada, message));
    const { code, output } = await app.runSecond({ PORT: '0' });
    expect(code).toBeGreaterThan(0);
    expect(output.trim()).toMatch(
      /^The data folder \S+ is in use by process \d+ on \S+ since \S+\. Only one AVA process .*\.$/,
    );
    const answer = foldAnswer(await events);
    const { Messages } = await ada.call(getChat, { convo_id });
    expect(Messages[1]).toMatchObject({ state: { name: 'complete' }, content: answer.content });
  });

  it('on the same port exits with a sentence', async () => {
    const { code, output } = await app.runSecond({ DATA_DIR: join(app.dataDir, 'other') });
    expect(code).toBeGreaterThan(0);
    const { port } = new URL(app.url);
    expect(output.trim()).toMatch(new RegExp(`^The port is in use: .*${port}\\. Set PORT to another one\\.$`));
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
  });

  it('with an invalid environment reports all problems at once', async () => {
    const { code, output } = await app.runSecond({
      PORT: '70000',
      ENTRA_TENANT_ID: 'northwind',
      ENTRA_CLIENT_SECRET: '',
      GRAPH_BASE_URL: 'graph',
      ORGANIZATION_FILE: 'none.json',
    });
    expect(code).toBeGreaterThan(0);
    const [first, ...problems] = output.trim().split('\n');
    expect(first).toBe('The environment is not complete:');
    const variables = problems.map((problem) => /^ {2}- ([A-Z_]+) /.exec(problem)?.[1]);
    expect(variables.toSorted()).toEqual([
      'ENTRA_CLIENT_SECRET',
      'ENTRA_TENANT_ID',
      'GRAPH_BASE_URL',
      'ORGANIZATION_FILE',
      'PORT',
    ]);
    expect(output).not.toMatch(/\n\s+at |node_modules/);
  });
});
