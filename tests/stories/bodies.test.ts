import { z } from 'zod';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { endpoints } from '../../api/contract/endpoints.ts';
import { addressOf } from '../../api/contract/client.ts';
import { exampleOf } from '../harness/exampleAsks.ts';
import { badAddresses, badFields, badForms, badJson, type BadBody } from '../harness/badRequests.ts';
import { expectCivil, expectUnharmed } from '../harness/civility.ts';
import { encode, send, sendRaw, type Ask, type Reply } from '../harness/http.ts';
import { startApp, type TestApp } from '../harness/startApp.ts';
import { makeThings, type Things } from '../harness/things.ts';

const calls = Object.entries(endpoints);
const withBody = calls.filter(([, endpoint]) => Object.keys(endpoint.body.shape).length > 0);
const inJson = withBody.filter(([, endpoint]) => endpoint.encoding === 'json');
const inForms = withBody.filter(([, endpoint]) => endpoint.encoding !== 'json');

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

function post(name: string, endpoint: Endpoint, { type, body }: BadBody): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, ...(type === null ? {} : { 'content-type': type }) };
  return send(app.url, { method: endpoint.method, path: addressOf(endpoint, exampleOf(name, things)), headers, body });
}

describe.each(inJson)('%s', (name, endpoint) => {
  it.each(Object.entries(badJson))('refuses %s', async (_, body) => {
    expectCivil(await post(name, endpoint, body), 'refused');
  });

  it.each(Object.entries(badFields))('survives %s', async (_, change) => {
    const body = JSON.stringify(change(bodyOf(name, endpoint)));
    expectCivil(await post(name, endpoint, { type: 'application/json', body }), 'either');
  });
});

describe.each(inForms)('%s', (name, endpoint) => {
  it.each(Object.entries(badForms))('refuses %s', async (_, body) => {
    expectCivil(await post(name, endpoint, body), 'refused');
  });
});
