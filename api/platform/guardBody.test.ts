import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AvaError } from '../contract/errors.ts';
import { guardBody, type BodyLimits } from './guardBody.ts';

let server: Server;
let outcome: Promise<string>;
let times: Pick<BodyLimits, 'silentMs' | 'withinMs' | 'bytesPerSecond'>;

beforeEach(async () => {
  times = {};
  outcome = new Promise((resolve) => {
    server = createServer((incoming, response) => {
      const release = guardBody(incoming, { maxBytes: 10, tooMuch: 'file_too_large', ...times }, (error: AvaError) =>
        resolve(`${error.code}: ${error.detail}`),
      );
      incoming.on('data', () => undefined);
      incoming.on('end', () => {
        release();
        resolve('whole');
      });
      incoming.on('close', () => response.end());
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function send() {
  const { port } = server.address() as AddressInfo;
  return request({ port, host: '127.0.0.1', method: 'POST' }).on('error', () => undefined);
}

it('lets a body pass that is as long as it may be', async () => {
  send().end('ten bytes.');
  expect(await outcome).toBe('whole');
});

it('says no as soon as one byte more has come, before the end', async () => {
  send().write('ten bytes. and');
  expect(await outcome).toMatch(/^file_too_large/);
});

it('waits for a slow sender and gives up on a silent one', async () => {
  times = { silentMs: 300 };
  const slow = send();
  let over = false;
  void outcome.then(() => (over = true));
  for (const piece of ['a', 'b', 'c', 'd']) {
    slow.write(piece);
    await new Promise((wake) => setTimeout(wake, 100));
  }
  expect(over).toBe(false);
  expect(await outcome).toMatch(/^request_timeout/);
});

/** Sends eight bytes at one every 40 ms. */
async function drip(): Promise<void> {
  const slow = send();
  for (const piece of 'abcdefgh') {
    slow.write(piece);
    await new Promise((wake) => setTimeout(wake, 40));
  }
  slow.end();
}

it('gives up on a sender that is never silent and never done', async () => {
  times = { withinMs: 200 };
  void drip();
  expect(await outcome).toMatch(/^request_timeout/);
});

it('gives an upload more time for each byte', async () => {
  times = { withinMs: 200, bytesPerSecond: 2 };
  void drip();
  expect(await outcome).toBe('whole');
});

it('notices that the sender has gone', async () => {
  const leaving = send();
  leaving.write('half');
  await once(server, 'request');
  leaving.destroy();
  expect(await outcome).toBe('bad_request: The request was interrupted.');
});
