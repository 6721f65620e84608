import { readdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFetchFile, FileProblem } from '#bot/files/fetchFile.ts';
import { texts } from '#bot/texts.ts';
import { eventually } from '#tests/harness/eventually.ts';

let server: Server;
let address: string;

/** Starts a server whose responses never end, exceed the maximum size or end early. */
beforeAll(async () => {
  server = createServer(({ url }, response) => {
    const part = Buffer.alloc(64 * 1_024);
    if (url === '/missing') response.writeHead(404);
    if (url === '/huge') response.writeHead(200, { 'content-length': 1_000_000_000 });
    response.write(part);
    if (url === '/broken') setTimeout(() => response.destroy(), 20);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const countOpenFiles = () => readdirSync('/proc/self/fd').length;

/** @proves threat:bot-download-end */
it.each([
  ['/missing', texts.fileGone],
  ['/huge', texts.fileTooLarge],
  ['/broken', texts.fileGone],
])('a file at %s leaves no open connection and gives one sentence', async (path, sentence) => {
  const fetchFile = createFetchFile({ hosts: ['127.0.0.1'], serviceUrls: [] });
  const before = countOpenFiles();
  for (const round of [1, 2]) {
    const fetched = await Promise.allSettled(
      Array.from({ length: 15 * round }, () => fetchFile({ name: 'a', url: address + path }, async () => null)),
    );
    for (const outcome of fetched) {
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: sentence } });
      expect((outcome as PromiseRejectedResult).reason).toBeInstanceOf(FileProblem);
    }
  }
  await eventually(() => expect(countOpenFiles()).toBeLessThanOrEqual(before + 2), { everyMs: 50 });
});
