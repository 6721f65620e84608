import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AvaError } from '#contract/errors.ts';
import { guardBody, type BodyLimits } from './guardBody.ts';

let server: Server;
let outcome: Promise<string>;
let times: Pick<BodyLimits, 'idleTimeoutMs' | 'timeoutMs' | 'bytesPerSecond'>;

beforeEach(async () => {
  times = {};
  outcome = new Promise((resolve) => {
    server = createServer((incoming, response) => {
      const release = guardBody(incoming, { maxBytes: 10, sizeError: 'file_too_large', ...times }, (error: AvaError) =>
        resolve(`${error.code}: ${error.detail}`),
      );
      incoming.on('data', () => undefined);
      incoming.on('end', () => {
        release();
        resolve('complete');
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

it('accepts a body of the maximum size', async () => {
  send().end('ten bytes.');
  expect(await outcome).toBe('complete');
});

/** @proves threat:body-limits */
it('fails as soon as the maximum size is exceeded, before the end', async () => {
  send().write('ten bytes. and');
  expect(await outcome).toMatch(/^file_too_large/);
});

it('waits for a slow sender and fails for a silent one', async () => {
  times = { idleTimeoutMs: 300 };
  const slow = send();
  let isDone = false;
  void outcome.then(() => (isDone = true));
  for (const piece of ['a', 'b', 'c', 'd']) {
    slow.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  expect(isDone).toBe(false);
  expect(await outcome).toMatch(/^request_timeout/);
});

/** Sends eight bytes, one every 40 ms. */
async function drip(): Promise<void> {
  const slow = send();
  for (const piece of 'abcdefgh') {
    slow.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  slow.end();
}

/** @proves threat:body-limits */
it('fails for a sender that never pauses and never finishes', async () => {
  times = { timeoutMs: 200 };
  void drip();
  expect(await outcome).toMatch(/^request_timeout/);
});

it('extends the time limit as bytes arrive', async () => {
  times = { timeoutMs: 200, bytesPerSecond: 2 };
  void drip();
  expect(await outcome).toBe('complete');
});

it('fails when the sender disconnects', async () => {
  const leaving = send();
  leaving.write('half');
  await once(server, 'request');
  leaving.destroy();
  expect(await outcome).toBe('bad_request: The request was interrupted.');
});

it('fails at once if the connection was cut before the body is read', async () => {
  const cut = new Promise<string>((resolve) => {
    server.removeAllListeners('request').once('request', (incoming: IncomingMessage) => {
      incoming.once('close', () =>
        guardBody(incoming, { maxBytes: 10, sizeError: 'file_too_large' }, ({ code, detail }) =>
          resolve(`${code}: ${detail}`),
        ),
      );
      incoming.socket.destroy();
    });
  });
  send().write('four');
  expect(await cut).toBe('bad_request: The request was interrupted.');
});
