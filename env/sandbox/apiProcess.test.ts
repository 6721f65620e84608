import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApi } from './apiProcess.ts';

let root: string;
let port: number;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ava-process-'));
  await mkdir(join(root, 'env/sandbox'), { recursive: true });
  port = await new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const taken = (probe.address() as AddressInfo).port;
      probe.close(() => done(taken));
    });
  });
});
afterEach(() => rm(root, { recursive: true, force: true }));

/** Puts a program in the API's place. */
function program(source: string): Promise<void> {
  return writeFile(join(root, 'env/sandbox/runApi.ts'), source);
}

describe("the API's process", () => {
  it('is waited for until it answers, and ends when it is asked to', async () => {
    await program(`
      import { createServer } from 'node:http';
      createServer((_request, response) => response.end('well')).listen(Number(process.env.PORT), '127.0.0.1');
      process.on('SIGTERM', () => process.exit(0));
    `);
    const api = startApi(root, { ...process.env, PORT: String(port) });

    await api.healthy(`http://127.0.0.1:${port}`);
    expect(await api.stop()).toBe(true);
    expect(await api.ended).toBe(0);
  });

  it('that ends before it is ready is not waited for', async () => {
    await program('process.exit(3);');
    const api = startApi(root, { ...process.env, PORT: String(port) });

    await expect(api.healthy(`http://127.0.0.1:${port}`)).rejects.toThrow('The API ended before it was ready');
    expect(await api.ended).toBe(3);
    expect(await api.stop()).toBe(true);
  });
});
