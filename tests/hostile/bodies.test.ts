import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { MAX_BODY_VALUES, MAX_BODY_DEPTH, parseJson } from '#contract/json.ts';
import { MAX_BODY_BYTES } from '#contract/limits.ts';
import { hardenServer } from '#platform/hardenServer.ts';
import { MAX_FIELDS, parsePairs, readForm, readJsonObject } from '#api/http/readBody.ts';
import { expectLinear } from '#tests/harness/hostile/linearTime.ts';

const urlencoded = 'application/x-www-form-urlencoded';
const multipart = 'multipart/form-data; boundary=x';
const makePart = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n\r\n`;

let server: Server;
let read: (request: IncomingMessage) => Promise<unknown>;

beforeAll(async () => {
  server = createServer((request, response) => {
    read(request).then(
      (value) => response.end(JSON.stringify(value)),
      (error: { code: string; detail: string; status: number }) => {
        response.writeHead(error.status, { connection: 'close' });
        response.end(`${error.code}: ${error.detail}`);
        request.resume();
      },
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const getPort = () => (server.address() as AddressInfo).port;

async function post(type: string, body: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${getPort()}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  return reply.text();
}

describe.each([
  ['a form of one name', urlencoded, (bytes: number) => 'a&'.repeat(bytes / 2)],
  [
    'a form of many names',
    urlencoded,
    (bytes: number) => Array.from({ length: bytes / 8 }, (_, index) => `f${index}`).join('&'),
  ],
  ['a form of nothing but separators', urlencoded, (bytes: number) => '&'.repeat(bytes)],
  ['a multipart form', multipart, (bytes: number) => `${makePart('a').repeat(bytes / makePart('a').length)}--x--\r\n`],
])('%s with too many fields', (_, type, make) => {
  beforeEach(() => (read = readForm));

  /** @proves threat:body-structure */
  it('is rejected in time linear to its length', async () => {
    await expectLinear(100_000, make, async (body) =>
      expect(await post(type, body)).toMatch(/^bad_request: .*too many/),
    );
  });
});

it('a form accepts exactly the maximum number of fields', async () => {
  read = readForm;
  const makeFields = (count: number) => Array.from({ length: count }, () => 'a=b').join('&');
  expect(JSON.parse(await post(urlencoded, makeFields(MAX_FIELDS)))).toEqual({ a: Array(MAX_FIELDS).fill('b') });
  expect(await post(urlencoded, makeFields(MAX_FIELDS + 1))).toMatch(/too many/);
  expect(() => parsePairs(makeFields(MAX_FIELDS + 1))).toThrow(/too many/);
});

/** @proves threat:body-structure */
it.each([
  ['numbers', (bytes: number) => `{"a":[${'1,'.repeat(bytes / 2)}1]}`],
  ['empty lists', (bytes: number) => `{"a":[${'[],'.repeat(bytes / 3)}1]}`],
  ['names', (bytes: number) => `{${'"":0,'.repeat(bytes / 5)}"b":1}`],
  ['open lists', (bytes: number) => '['.repeat(bytes)],
  ['open objects', (bytes: number) => '{"":'.repeat(bytes / 4)],
])('JSON of too many %s is rejected before it is parsed', async (_, make) => {
  await expectLinear(MAX_BODY_BYTES / 16, make, (text) => expect(() => parseJson(text)).toThrow(/too (many|deeply)/));
});

it.each([
  ['one long text', (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes) })],
  ['quotation marks', (bytes: number) => JSON.stringify({ a: '"'.repeat(bytes / 2) })],
  ['backslashes', (bytes: number) => JSON.stringify({ a: '\\'.repeat(bytes / 2) })],
  ['signs inside a text', (bytes: number) => JSON.stringify({ a: '[{,'.repeat(bytes / 3) })],
])('JSON of %s is accepted', async (_, make) => {
  await expectLinear(MAX_BODY_BYTES / 16, make, (text) => expect(parseJson(text)).toEqual(JSON.parse(text)));
});

it('JSON accepts exactly the maximum number of values and the maximum depth', () => {
  const makeList = (count: number) => `[${Array(count).fill('1').join()}]`;
  expect(parseJson(makeList(MAX_BODY_VALUES - 1))).toHaveLength(MAX_BODY_VALUES - 1);
  expect(() => parseJson(makeList(MAX_BODY_VALUES + 1))).toThrow(/too many/);
  const makeNested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
  expect(() => parseJson(makeNested(MAX_BODY_DEPTH))).not.toThrow();
  expect(() => parseJson(makeNested(MAX_BODY_DEPTH + 1))).toThrow(/deeply/);
});

/** @proves threat:body-structure */
it('a compressed body is not decompressed', async () => {
  read = readJsonObject;
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const reply = await fetch(`http://127.0.0.1:${getPort()}`, { method: 'POST', headers, body: '{}' });
  expect(await reply.text()).toMatch(/^unsupported_media_type/);
});

describe('a server with short time limits', () => {
  let hardened: Server;
  beforeEach(async () => {
    // Node looks for expired connections only every 30 s by default, which is too seldom for this test.
    hardened = createServer({ connectionsCheckingInterval: 50 }, (_request, response) => response.end('done'));
    hardenServer(hardened, { publicUrl: 'http://localhost', headersMs: 200, requestMs: 400 }, ({ code }) => code);
    hardened.listen(0, '127.0.0.1');
    await once(hardened, 'listening');
  });
  afterEach(() => {
    hardened.closeAllConnections();
    hardened.close();
  });

  /** Sends the headers and then a byte every 50 ms until the server closes the connection. */
  async function drip(head: string): Promise<string> {
    const socket = connect((hardened.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    let response = '';
    socket.on('data', (bytes) => (response += bytes.toString('latin1')));
    socket.write(head);
    const dripping = setInterval(() => socket.write('a'), 50);
    await once(socket, 'close');
    clearInterval(dripping);
    return response;
  }

  /** @proves threat:endless-request */
  it('closes a connection whose headers never end', async () => {
    expect(await drip('POST / HTTP/1.1\r\nHost: a\r\nX-Slow: ')).toMatch(/^HTTP\/1\.1 408 [^]*request_timeout$/);
  });

  /** @proves threat:endless-request */
  it('closes the connection of an answered request whose body never ends', async () => {
    expect(await drip('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });
});
