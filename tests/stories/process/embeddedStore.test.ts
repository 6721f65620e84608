import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { getChat } from '#contract/chats/chat.ts';
import type { Client } from '#contract/client.ts';
import { startFileText } from '#contract/files/files.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import { waitForJob } from '#tests/harness/client/uploads.ts';
import { expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';

/** Only Linux has prlimit, which gives a running process another limit. */
const onLinux = process.platform === 'linux' ? describe : describe.skip;
let app: TestApp;
let ada: Client;

beforeAll(async () => {
  app = await startApp({ process: 'own', store: 'embedded' });
  ada = app.as('ada');
});
afterAll(() => app.close());

/** Lets the running API write files up to this size only: at 0, every write fails as on a full disk. */
const limitFileSize = (size: '0' | 'unlimited') =>
  promisify(execFile)('prlimit', ['--pid', String(app.getPid()), `--fsize=${size}:unlimited`]);
const note = () => new File(['The key is under the mat.'], 'note.txt');

/** @proves threat:second-process */
it('a second API process on the same data exits with a sentence and does not disturb the first', async () => {
  const convo_id = await makeChat(ada);
  const answer = ask(ada, { convo_id, text: 'write 100 words about tea' });
  const { code, output } = await app.runSecond({ PORT: '0' });
  expect(code).toBeGreaterThan(0);
  expect(output.trim()).toMatch(
    /^The data folder \S+ is in use by process \d+ on \S+ since \S+\. Only one AVA process .*\.$/,
  );
  const { content } = await answer;
  const { Messages } = await ada.call(getChat, { convo_id });
  expect(Messages[1]).toMatchObject({ state: { name: 'complete' }, content });
  await expectHealthyProcess(app);
});

onLinux('a full disk', () => {
  /** @proves threat:full-disk */
  it('loses nothing, is answered with a sentence, and AVA works again when there is space', async () => {
    const convo_id = await makeChat(ada);
    await ask(ada, { convo_id, text: 'repeat after me: before' });
    const { Messages: before } = await ada.call(getChat, { convo_id });

    await limitFileSize('0');
    await expect(ada.upload(startFileText, {}, note())).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(ask(ada, { convo_id, text: 'repeat after me: during' })).rejects.toMatchObject({
      code: 'store_unavailable',
    });
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
    await limitFileSize('unlimited');

    await eventually(async () => ask(ada, { convo_id, text: 'repeat after me: after' }));
    const { Messages: after } = await ada.call(getChat, { convo_id });
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.at(-1)?.content).toBe('after');
    const { job_id } = await ada.upload(startFileText, {}, note());
    expect(await waitForJob(ada, job_id)).toMatchObject({ status: 'COMPLETED' });
  });
});
