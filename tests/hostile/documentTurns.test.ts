import { startFileText } from '#contract/files/files.ts';
import { getStatus } from '#contract/runs/jobs.ts';
import { findProgram } from '#platform/childProcess/bundledProgram.ts';
import { findChildProcessIds, haltChild } from '#tests/harness/app/childProcessIds.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { waitForJob, uploadAndRead } from '#tests/harness/client/uploads.ts';
import { makeSlowDocx } from '#tests/harness/hostile/hostileFiles.ts';

const READER = findProgram('reader');

let app: TestApp;
let terms: File;
beforeAll(async () => {
  app = await startApp();
  terms = new File([new Uint8Array(await makeSlowDocx(500))], 'terms.docx');
});
afterAll(() => app.close());

const upload = async (person: string) => (await app.as(person).upload(startFileText, {}, terms)).job_id;
const waitForAda = (jobId: string) => waitForJob(app.as('ada'), jobId);

/** @proves threat:file-turns */
it('slow files of Ada do not delay a small file of Ben, and show that they are queued', async () => {
  const jobs = [];
  for (let count = 0; count < 4; count += 1) jobs.push(await upload('ada'));
  const first = await haltChild(app.getPid(), READER);
  const slow = [first, await haltChild(app.getPid(), READER, [first])];
  const { file } = await uploadAndRead(app.as('ben'), new File(['small'], 'small.txt'));
  expect(file.message).toBe('small');
  expect(findChildProcessIds(app.getPid(), READER).toSorted()).toEqual(slow.toSorted());
  const statuses = await Promise.all(jobs.map((jobId) => app.as('ada').call(getStatus, { jobId })));
  expect(statuses.map(({ status }) => status)).not.toContain('COMPLETED');
  expect(statuses.at(-1)).toMatchObject({ status: 'PENDING', stage: 'waiting' });
  for (const reader of slow) process.kill(reader, 'SIGCONT');
  for (const job of jobs) expect(await waitForAda(job)).toMatchObject({ status: 'COMPLETED' });
});

describe('the process that reads a file', () => {
  /** @proves threat:extraction-killed */
  it('is replaced after one kill', async () => {
    const job = await upload('ada');
    process.kill(await haltChild(app.getPid(), READER), 'SIGKILL');
    expect(await waitForAda(job)).toMatchObject({ status: 'COMPLETED' });
  });

  it('fails only its job after a second kill', async () => {
    const job = await upload('ada');
    const first = await haltChild(app.getPid(), READER);
    process.kill(first, 'SIGKILL');
    process.kill(await haltChild(app.getPid(), READER, [first]), 'SIGKILL');
    expect(await waitForAda(job)).toMatchObject({
      status: 'FAILURE',
      error: 'Reading the file was interrupted. Please try again.',
    });
    expect((await uploadAndRead(app.as('ada'), new File(['small'], 'small.txt'))).file.message).toBe('small');
  });
});
