import { addressOf } from '#contract/client.ts';
import { badAddresses, badBytes, badTexts } from '#tests/harness/hostile/badRequests.ts';
import { expectSafeResponse, expectPrivateHeaders, expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { calls, makeExampleInput } from '#tests/harness/http/exampleCalls.ts';
import { send, sendAndReset, sendRaw, type Reply } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { createPersonData, type PersonData } from '#tests/harness/client/personData.ts';

let app: TestApp;
let data: PersonData;
let headers: Record<string, string>;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, tasks: true } });
  headers = { authorization: `Bearer ${await app.getToken({ person: 'ada' })}` };
  data = await createPersonData(app.as('ada'), 'Ada stays calm', (await makeFinanceCorpus(app.as('ada'))).kept);
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

const get = (path: string, more: Record<string, string> = {}): Promise<Reply> =>
  send(app.url, { method: 'GET', path, headers: { ...headers, ...more } });

describe('a URL', () => {
  /** @proves threat:malformed-address */
  it.each(calls)('of %s accepts or rejects any text in its fields', async (name, endpoint) => {
    const input = makeExampleInput(name, data);
    for (const field of [...Object.keys(endpoint.query.shape), ...Object.keys(endpoint.params.shape)]) {
      for (const text of badTexts) {
        const path = addressOf(endpoint, { ...input, [field]: text });
        expectSafeResponse(await send(app.url, { method: endpoint.method, path, headers }), 'either');
      }
      const twice = `${addressOf(endpoint, input)}&${field}=one&${field}=two`;
      expectSafeResponse(await send(app.url, { method: endpoint.method, path: twice, headers }), 'either');
    }
  });

  /** @proves threat:malformed-address */
  it.each(badAddresses)('that is malformed is rejected: %s', async (path) => {
    expectSafeResponse(await get(path), 'refused');
  });

  it('with unknown fields is answered as without them', async () => {
    const plain = await get('/user/settings');
    const odd = await get('/user/settings?__proto__[a]=1&constructor=2&user_email=dev.raman@northwind.example');
    expect({ status: odd.status, text: odd.text }).toEqual({ status: 200, text: plain.text });
  });

  it.each(['PUT', 'PATCH', 'TRACE', 'PROPFIND', 'OPTIONS', 'LOCK'])('is rejected with method %s', async (method) => {
    for (const [, { path }] of calls) expectSafeResponse(await send(app.url, { method, path, headers }), 'refused');
  });

  /** @proves threat:cross-origin */
  it('does not allow other origins', async () => {
    const origin = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    expectPrivateHeaders(await get('/user/settings', origin));
    expectSafeResponse(await send(app.url, { method: 'OPTIONS', path: '/user/settings', headers: origin }), 'refused');
  });

  it('of a GET request is answered although the request has a body', async () => {
    const reply = await send(app.url, {
      method: 'GET',
      path: '/user/settings',
      headers: { ...headers, 'content-length': '15' },
      body: '[{"text": "tea"',
    });
    expectSafeResponse(reply, 'either');
    expect(reply.status).toBe(200);
  });
});

/** @proves threat:malformed-http */
describe('malformed HTTP', () => {
  /** @proves threat:malformed-http */
  it('that asks for a tunnel and resets the connection does no harm', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      await sendAndReset(app.url, 'CONNECT northwind.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n', attempt % 5);
  });

  it.each(Object.entries(badBytes))('%s', async (_, bytes) => {
    const response = await sendRaw(app.url, bytes);
    expect(response).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(JSON.parse(response.slice(response.indexOf('\r\n\r\n')))).toEqual({
      code: expect.any(String),
      detail: expect.any(String),
    });
    expect(response).toMatch(/x-content-type-options: nosniff/i);
  });

  it('from a client that disconnects in the middle of a body causes no store error', async () => {
    const start = `POST /user/settings HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers['authorization']}\r\n`;
    await sendRaw(app.url, `${start}Content-Type: application/json\r\nContent-Length: 500\r\n\r\n{"settings":`, {
      leaveAfterMs: 100,
    });
    const response = await sendRaw(
      app.url,
      `${start}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{"set\r\nzz\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 [^]*"code":"bad_request"/);
  });

  it('from a client that reads only after writing everything is answered with 413', async () => {
    const head = `POST /user/settings HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers['authorization']}\r\nContent-Type: application/json\r\n`;
    const response = await sendRaw(
      app.url,
      Buffer.concat([Buffer.from(`${head}Content-Length: 30000000\r\n\r\n`), Buffer.alloc(30_000_000, 'a')]),
      { readAfterWriting: true },
    );
    expect(response).toMatch(/^HTTP\/1\.1 413 [^]*"code":"too_large"/);
  });
});

describe('HTML pages', () => {
  it.each(['/', '/docs', '/auth-start.html', '/auth-end.html'])(
    'restrict who can frame them and what they can load: %s',
    async (path) => {
      const reply = await get(path, { accept: 'text/html' });
      expect(reply).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
      expectPrivateHeaders(reply);
      const policy = String(reply.headers['content-security-policy']);
      expect(policy).toMatch(/default-src '(self|none)'/);
      expect(policy).toMatch(/frame-ancestors [^;]+/);
      expect(policy).not.toMatch(/script-src[^;]*'unsafe-|frame-ancestors[^;]* \*( |$)/);
    },
  );

  it('say nothing of https where AVA is reached over http', async () => {
    expect((await get('/', { accept: 'text/html' })).headers['strict-transport-security']).toBeUndefined();
  });

  /** @proves threat:framing */
  it('only Teams and the host page can frame the tab, and nobody can frame the docs', async () => {
    const policyOf = async (path: string) =>
      String((await get(path, { accept: 'text/html' })).headers['content-security-policy']);
    expect(await policyOf('/')).toContain('https://teams.microsoft.com');
    expect(await policyOf('/')).toContain(app.urls.teams);
    expect(await policyOf('/docs')).toBe(
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  /** @proves threat:diagrams */
  it('the page that draws diagrams is sandboxed, has no network, and can be framed where the tab is', async () => {
    const policy = String((await get('/diagram.html')).headers['content-security-policy']);
    expect(policy).toContain('sandbox allow-scripts;');
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toMatch(/connect-src|img-src|font-src|allow-same-origin|script-src[^;]*unsafe/);
    expect(policy).toMatch(/frame-ancestors 'self' [^;]*https:\/\/teams\.microsoft\.com/);
  });

  it('/chat is a page for a browser and a call for a client', async () => {
    expect((await get('/chat', { accept: 'text/html,*/*' })).headers['content-type']).toMatch(/^text\/html/);
    expectSafeResponse(await get('/chat'), 'refused');
  });
});
