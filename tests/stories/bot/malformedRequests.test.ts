import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { badBytes } from '#tests/harness/hostile/badRequests.ts';
import { send, sendAndReset, sendRaw, type Reply } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';

let app: TestApp;
let folder: string;
let bearer: string;
let files: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-bot-temp-'));
  app = await startApp({ process: 'own', bot: true, env: { TMPDIR: folder } });
  bearer = ((await app.control('channel', 'token')) as { token: string }).token;
  files = await readdir(folder);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
afterEach(async () => {
  expect((await fetch(`${app.botUrl}/health`)).status).toBe(200);
  expect(await readdir(folder)).toEqual(files);
  expect(app.readBotLog()).not.toMatch(/unhandled|uncaught|"level":50/i);
});

const MB = 1_048_576;
const json = { 'content-type': 'application/json' };
const signed = () => ({ ...json, authorization: `Bearer ${bearer}` });

const post = (headers: Record<string, string>, body: Uint8Array | string): Promise<Reply> =>
  send(app.botUrl, {
    method: 'POST',
    path: '/api/messages',
    headers: { 'content-length': String(Buffer.byteLength(body)), ...headers },
    body,
  });

const form =
  '--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\n' +
  `${'tea '.repeat(50_000)}\r\n--x--\r\n`;

/** @proves threat:bot-body */
it.each<[string, Record<string, string>, Uint8Array | string, number]>([
  ['a bomb', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(10 * MB)), 415],
  ['broken gzip', { 'content-encoding': 'gzip' }, Buffer.alloc(1_000, 0x1f), 415],
  ['an unknown encoding', { 'content-encoding': 'br, gzip' }, '{}', 415],
  ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, form, 415],
  ['a URL-encoded form', { 'content-type': 'application/x-www-form-urlencoded' }, 'type=message', 415],
  ['words', { 'content-type': 'text/plain' }, 'tea, please', 415],
  ['JSON that is Latin-1', { 'content-type': 'application/json; charset=iso-8859-1' }, '{}', 415],
  ['two megabytes', {}, `"${'x'.repeat(2 * MB)}"`, 413],
  ['no JSON', {}, '{"type":', 400],
  ['bytes that are not text', {}, Buffer.alloc(1_000, 0xfe), 400],
  ['a list', {}, '[{}]', 400],
  ['a number', {}, '7', 400],
  ['null', {}, 'null', 400],
  ['nothing', {}, '', 400],
  ['deep nesting', {}, `{"a":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 400],
  ['field names of Object.prototype', {}, '{"__proto__":{"type":"message"},"constructor":1}', 400],
])('%s is rejected with a sentence', async (_, headers, body, status) => {
  const reply = await post({ ...signed(), ...headers }, body);
  expect(reply.status).toBe(status);
  expect((reply.json as { error: string }).error).toMatch(/^[A-Z].*\.$/);
});

/** @proves threat:bot-body */
it('more than a megabyte is not read with any encoding', async () => {
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < 50; sent += 1) yield Buffer.alloc(MB, 0x20);
  }
  const headers = { ...signed(), 'transfer-encoding': 'chunked' };
  const reply = await send(app.botUrl, { method: 'POST', path: '/api/messages', headers, body: endless() });
  expect(reply.status).toBe(413);
  expect(reply.headers.connection).toBe('close');
});

/** @proves threat:bot-body */
it('without a token the body is not read', async () => {
  for (const authorization of ['', 'Bearer tea', `Basic ${bearer}`]) {
    const headers = { ...json, 'content-length': String(2 * MB), ...(authorization && { authorization }) };
    const wire = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const response = await sendRaw(app.botUrl, `POST /api/messages HTTP/1.1\r\nHost: bot\r\n${wire.join('')}\r\n{`);
    expect(response).toMatch(/^HTTP\/1\.1 401 /);
    expect(response).toMatch(/\r\n\r\n\{"error":"[^"]+\."\}$/);
  }
});

it('a body that ends in the middle does no harm', async () => {
  const head = `POST /api/messages HTTP/1.1\r\nHost: bot\r\nAuthorization: Bearer ${bearer}\r\nContent-Type: application/json\r\n`;
  const halves = [
    `${head}Content-Length: 5000\r\n\r\n{"type":`,
    `${head}Transfer-Encoding: chunked\r\n\r\n9\r\n{"type":`,
  ];
  for (const half of halves) {
    await sendRaw(app.botUrl, half, { leaveAfterMs: 50 });
    await sendAndReset(app.botUrl, half);
  }
});

describe('malformed HTTP', () => {
  it.each(Object.entries(badBytes))('%s', async (_, bytes) => {
    const response = await sendRaw(app.botUrl, bytes);
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual({ error: expect.any(String) });
  });

  it.each([
    ['a request for a tunnel', 'CONNECT northwind.example:443 HTTP/1.1\r\nHost: bot\r\n\r\n'],
    ['a request for a WebSocket', 'GET / HTTP/1.1\r\nHost: bot\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['no HTTP', 'tea, please\r\n\r\n'],
  ])('%s that is reset at once does no harm', async (_, bytes) => {
    for (let attempt = 0; attempt < 5; attempt += 1) await sendAndReset(app.botUrl, bytes, attempt * 2);
  });

  /** @proves threat:malformed-http */
  it('a connection is closed even if the client never closes it', async () => {
    const socket = connect({ port: Number(new URL(app.botUrl).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().on('error', () => undefined);
    socket.write('CONNECT northwind.example:443 HTTP/1.1\r\nHost: bot\r\n\r\n');
    await once(socket, 'end');
    await new Promise((wake) => setTimeout(wake, 3_000));
    for (let attempts = 20; attempts > 0 && !socket.destroyed; attempts -= 1) {
      socket.write('tea');
      await new Promise((wake) => setTimeout(wake, 50));
    }
    expect(socket.destroyed).toBe(true);
  });
});
