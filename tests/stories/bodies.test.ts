import type { Endpoint } from '../../api/contract/endpoint.ts';
import { addressOf } from '../../api/contract/client.ts';
import { endpoints } from '../../api/contract/endpoints.ts';
import { badForms, badJson, badValues, oddForms, tooLargeJson, type BadBody } from '../harness/badRequests.ts';
import { expectCivil, expectUnharmed } from '../harness/civility.ts';
import { exampleOf } from '../harness/exampleAsks.ts';
import { leavesOf, withLeaf } from '../harness/fields.ts';
import { encode, send, type Ask, type Reply } from '../harness/http.ts';
import { startApp, type TestApp } from '../harness/startApp.ts';
import { makeChat, makeThings, type Things } from '../harness/things.ts';

const withBody = Object.entries(endpoints).filter(
  ([, { body, encoding }]) => encoding === 'upload' || Object.keys(body.shape).length > 0,
);
const inJson = withBody.filter(([, { encoding }]) => encoding === 'json');
const inForms = withBody.filter(([, { encoding }]) => encoding !== 'json');

let app: TestApp;
let things: Things;
let token: string;

beforeAll(async () => {
  app = await startApp();
  await app.control('models', 'pace', { ms: 0 });
  token = await app.token({ person: 'ada' });
  things = await makeThings(app.as('ada'), 'Ada stays calm');
});
afterAll(() => app.close());
afterEach(() => expectUnharmed(app));

/** A good ask about a chat in which nothing was said yet. */
async function freshExample(name: string): Promise<Ask> {
  return exampleOf(name, { ...things, chatId: await makeChat(app.as('ada')) });
}

async function post(name: string, endpoint: Endpoint, { type, body }: BadBody): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, ...(type === null ? {} : { 'content-type': type }) };
  return send(app.url, { method: endpoint.method, path: addressOf(endpoint, await freshExample(name)), headers, body });
}

it.each(Object.entries(badJson))('every call that takes JSON refuses %s', async (_, body) => {
  for (const [name, endpoint] of inJson) expectCivil(await post(name, endpoint, body), 'refused');
});

it.each(Object.entries(badForms))('every call that takes a form refuses %s', async (_, body) => {
  for (const [name, endpoint] of inForms) expectCivil(await post(name, endpoint, body), 'refused');
});

it.each(Object.entries(oddForms))('every call that takes a form takes or refuses %s', async (_, body) => {
  for (const [name, endpoint] of inForms) expectCivil(await post(name, endpoint, body), 'either');
});

it('every call that takes JSON says of ten megabytes that they are too much', async () => {
  for (const [name, endpoint] of inJson) {
    const reply = await post(name, endpoint, tooLargeJson);
    expectCivil(reply, 'refused');
    expect(reply.json).toMatchObject({ code: 'too_large' });
  }
});

describe.each(withBody)('%s', (name, endpoint) => {
  it('takes or refuses any value in each of its fields', async () => {
    const names = Object.keys(endpoint.body.shape);
    for (const leaf of leavesOf(await freshExample(name)).filter(([first]) => names.includes(String(first)))) {
      const chatId = await makeChat(app.as('ada'));
      for (const value of badValues) {
        const ask = withLeaf(exampleOf(name, { ...things, chatId }), leaf, value);
        expectCivil(await send(app.url, await encode(endpoint, ask, token)), 'either');
      }
    }
  });

  it('is not changed by fields that it does not know', async () => {
    const { body, ...request } = await encode(endpoint, await freshExample(name), token);
    const odd = Object.entries({ is_admin: 'true', user_email: 'dev.raman@northwind.example', polluted: 'yes' });
    const inside = `"__proto__":{"polluted":"yes"},"constructor":{"prototype":{"polluted":"yes"}},${odd.map(([key, value]) => `"${key}":"${value}"`).join()},`;
    const sent =
      endpoint.encoding === 'json'
        ? `{${inside}${String(body).slice(1)}`
        : withParts(request.headers?.['content-type'] ?? '', body as Uint8Array, odd);
    const reply = await send(app.url, { ...request, body: sent });
    expectCivil(reply, 'either');
    expect({ status: reply.status, text: reply.status === 200 ? '' : reply.text }).toEqual({ status: 200, text: '' });
    expect(reply.text).not.toContain('polluted');
  });
});

/** A multipart form with more fields before its own. */
function withParts(type: string, form: Uint8Array, fields: [string, string][]): Uint8Array {
  const boundary = type.slice(type.indexOf('boundary=') + 'boundary='.length);
  const parts = [['__proto__', 'polluted'], ['constructor', 'polluted'], ...fields].map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  return Buffer.concat([Buffer.from(parts.join('')), form]);
}
