import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from './avaProcess.ts';

let root: string;
let port: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ava-process-'));
  await mkdir(join(root, 'env/sandbox/launcher'), { recursive: true });
  port = await new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const freePort = (probe.address() as AddressInfo).port;
      probe.close(() => resolve(freePort));
    });
  });
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Replaces the API's script. */
function writeScript(source: string): Promise<void> {
  return writeFile(join(root, 'env/sandbox/launcher/runApi.ts'), source);
}

describe("the API's process", () => {
  it('starts, becomes healthy and stops', async () => {
    await writeScript(`
      import { createServer } from 'node:http';
      createServer((_request, response) => response.end('well')).listen(Number(process.env.PORT), '127.0.0.1');
      process.on('SIGTERM', () => process.exit(0));
    `);
    const api = startApi(root, { ...process.env, PORT: String(port) });

    await api.waitUntilHealthy(`http://127.0.0.1:${port}`);
    expect(await api.stop()).toBe(true);
    expect(await api.ended).toBe(0);
  });

  it('is not waited for if it ends before it is ready', async () => {
    await writeScript('process.exit(3);');
    const api = startApi(root, { ...process.env, PORT: String(port) });

    await expect(api.waitUntilHealthy(`http://127.0.0.1:${port}`)).rejects.toThrow('The API ended before it was ready');
    expect(await api.ended).toBe(3);
    expect(await api.stop()).toBe(true);
  });
});
