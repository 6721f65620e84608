import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AvaError } from '../../contract/errors.ts';
import { guardBody } from './guardBody.ts';

let server: Server;
let outcome: Promise<string>;

beforeEach(async () => {
  outcome = new Promise((resolve) => {
    server = createServer((incoming, response) => {
      const release = guardBody(
        incoming,
        { maxBytes: 10, tooMuch: 'file_too_large', silentMs: 60 },
        (error: AvaError) => resolve(`${error.code}: ${error.detail}`),
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
  const slow = send();
  let over = false;
  void outcome.then(() => (over = true));
  for (const piece of ['a', 'b', 'c', 'd']) {
    slow.write(piece);
    await new Promise((wake) => setTimeout(wake, 30));
  }
  expect(over).toBe(false);
  expect(await outcome).toBe('bad_request: The request came to a halt.');
});

it('notices that the sender has gone', async () => {
  const leaving = send();
  leaving.write('half');
  await once(server, 'request');
  leaving.destroy();
  expect(await outcome).toBe('bad_request: The request was broken off.');
});
