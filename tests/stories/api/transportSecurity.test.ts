import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { send, sendRaw } from '#tests/harness/http/request.ts';

const HEADER = 'max-age=31536000';
let app: TestApp;

beforeAll(async () => {
  app = await startApp({ bot: true, env: { PUBLIC_URL: 'https://ava.northwind.example' } });
});
afterAll(() => app.close());

describe('behind https, every response tells browsers to use only https from then on', () => {
  /** @proves threat:https */
  it.each([
    ['the tab', '/', 200],
    ['the docs', '/docs', 200],
    ['a call without a token', '/user/settings', 401],
    ['an address that does not exist', '/nothing', 404],
  ])('in the response of %s', async (_what, path, status) => {
    const reply = await send(app.url, { method: 'GET', path, headers: { accept: 'text/html' } });
    expect([reply.status, reply.headers['strict-transport-security']]).toEqual([status, HEADER]);
  });

  /** @proves threat:https */
  it.each([
    ['a message without a token', { method: 'POST', path: '/api/messages' }, 401],
    ['its health', { method: 'GET', path: '/health' }, 200],
    ['an address that does not exist', { method: 'GET', path: '/nothing' }, 404],
  ])("in the bot's response to %s", async (_what, request, status) => {
    const reply = await send(app.botUrl, { headers: {}, ...request });
    expect([reply.status, reply.headers['strict-transport-security']]).toEqual([status, HEADER]);
  });

  it("in the API's and the bot's response to malformed HTTP", async () => {
    for (const url of [app.url, app.botUrl])
      expect(await sendRaw(url, Buffer.from('this is no request\r\n\r\n'))).toContain(
        `Strict-Transport-Security: ${HEADER}`,
      );
  });
});
