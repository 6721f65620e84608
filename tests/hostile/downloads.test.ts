import { randomBytes } from 'node:crypto';
import { readdir, readlink } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { getFileBytes, startFileText } from '#contract/files/files.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

const MB = 1024 * 1024;
const READERS = 20;

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Returns how many stored files the API process has open. */
async function countOpenBlobs(): Promise<number> {
  const folder = `/proc/${app.getPid()}/fd`;
  const targets = await Promise.all(
    (await readdir(folder)).map((name) => readlink(`${folder}/${name}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(`${app.dataDir}/blobs/`)).length;
}

/** Starts a download and aborts it. */
async function abortDownload(fileId: string, bearer: string): Promise<void> {
  const { port } = new URL(app.url);
  const path = getFileBytes.path.replace('{file_id}', fileId);
  const headers = { authorization: `Bearer ${bearer}` };
  await new Promise<void>((resolve, reject) => {
    const call = httpRequest({ host: '127.0.0.1', port, path, headers, agent: false });
    call.on('error', reject);
    call.on('response', (response) => {
      expect(response.statusCode).toBe(200);
      response.once('data', () => {
        response.on('error', () => undefined);
        call.destroy();
        resolve();
      });
    });
    call.end();
  });
}

/** @proves threat:interrupted-download */
it('aborted downloads leave no open file', async () => {
  const file = new File([randomBytes(20 * MB)], 'large.bin');
  const { file_id } = await app.as('ada').upload(startFileText, {}, file);
  const bearer = await app.getToken({ person: 'ada' });
  for (let reader = 0; reader < READERS; reader += 1) await abortDownload(file_id, bearer);
  await eventually(async () => expect(await countOpenBlobs()).toBe(0));
  expect(app.readLog()).not.toContain('PREMATURE_CLOSE');
});
