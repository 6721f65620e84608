import { setTimeout as sleep } from 'node:timers/promises';
import { startFileText } from '../../api/contract/files/files.ts';
import { getStatus } from '../../api/contract/runs/runs.ts';
import { makeSlowDocx } from '../harness/hostile/hostileFiles.ts';
import { findProgram } from '../../api/platform/childProcess/bundledProgram.ts';
import { findChildProcessIds } from '../harness/app/childProcessIds.ts';
import { eventually } from '../harness/eventually.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { waitForJob, uploadAndRead } from '../harness/client/uploads.ts';

const WAIT = { withinMs: 60_000 };
const CHILD = findProgram('reader');

let app: TestApp;
/** A file whose extraction uses a core for seconds. */
let slow: Uint8Array<ArrayBuffer>;
/** A file of the same kind that takes no longer than others. */
let quick: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  app = await startApp({ process: 'own' });
  [slow, quick] = [new Uint8Array(await makeSlowDocx(15_000)), new Uint8Array(await makeSlowDocx(100))];
});
afterAll(() => app.close());

const upload = async (person: string, bytes: Uint8Array<ArrayBuffer>) =>
  (await app.as(person).upload(startFileText, {}, new File([bytes], 'terms.docx'))).job_id;
const statusOf = (person: string, jobId: string) => app.as(person).call(getStatus, { jobId });

it('slow files of Ada do not delay a small file of Ben, and show that they are queued', async () => {
  const jobs = [];
  for (const bytes of [slow, slow, quick, quick]) jobs.push(await upload('ada', bytes));
  await eventually(async () => expect(await findChildProcessIds(app.getPid(), CHILD)).toHaveLength(2), WAIT);
  const { file } = await uploadAndRead(app.as('ben'), new File(['small'], 'small.txt'));
  expect(file.message).toBe('small');
  const statuses = await Promise.all(jobs.map((job) => statusOf('ada', job)));
  expect(statuses.map(({ status }) => status)).not.toContain('COMPLETED');
  expect(statuses.at(-1)).toMatchObject({ status: 'PENDING', stage: 'waiting' });
  for (const job of jobs) expect(await waitForJob(app.as('ada'), job)).toMatchObject({ status: 'COMPLETED' });
});

it('a file that crashes the API twice fails with a sentence, and the next one is read', async () => {
  const job = await upload('ada', slow);
  for (let death = 0; death < 2; death += 1) {
    await eventually(async () => expect(await findChildProcessIds(app.getPid(), CHILD)).toHaveLength(1), WAIT);
    await app.kill();
    await app.restart();
  }
  const { status, error } = await waitForJob(app.as('ada'), job);
  expect({ status, error }).toEqual({
    status: 'FAILURE',
    error: 'AVA stopped twice while working on this file, so it will not try again. Please try a smaller file.',
  });
  await sleep(1_000);
  expect(await findChildProcessIds(app.getPid(), CHILD)).toEqual([]);
  expect((await uploadAndRead(app.as('ada'), new File(['small'], 'small.txt'))).file.message).toBe('small');
});
