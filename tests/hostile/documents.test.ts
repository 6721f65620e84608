import { readApiMemory, readInflatingFile, worstFiles } from '../harness/hostile/inflatingFiles.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { uploadAndRead } from '../harness/client/uploads.ts';

/** Maximum growth in bytes: memory to write and read the longest text of one file, plus garbage of earlier files. */
const MAX_GROWTH = 512 * 1024 * 1024;

let app: TestApp;
let idle: number;
beforeAll(async () => {
  app = await startApp({ process: 'own', store: 'embedded' });
  await uploadAndRead(app.as('ada'), new File(['Warm.'], 'warm.txt'));
  idle = readApiMemory(app);
});
afterAll(() => app.close());

it.each(Object.entries(worstFiles))(
  'a file with %s does not exhaust the API’s memory or block it',
  async (_, file) => {
    const process = app.getPid();
    const { outcome, peak } = await readInflatingFile(app, file);
    expect(file.outcomes).toContain(outcome);
    expect(peak - idle).toBeLessThan(MAX_GROWTH);
    expect((await fetch(`${app.url}/health`)).status).toBe(200);
    expect(app.getPid()).toBe(process);
  },
  300_000,
);
