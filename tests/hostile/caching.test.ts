import { addressOf } from '../../api/contract/client.ts';
import { makeFinance } from '../harness/client/corpora.ts';
import { calls, exampleOf } from '../harness/http/exampleCalls.ts';
import { send } from '../harness/http/request.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { makeThings, type Things } from '../harness/client/personData.ts';

const reads = calls.filter(([, { method }]) => method === 'GET');

let app: TestApp;
let things: Things;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, teamsBotEnabled: true } });
  await app.control('models', 'pace', { ms: 0 });
  things = await makeThings(app.as('ada'), 'Ada stays calm', (await makeFinance(app.as('ada'))).kept);
});
afterAll(() => app.close());

it.each(reads)('%s is kept by no cache', async (name, endpoint) => {
  const headers = { authorization: `Bearer ${await app.token({ person: 'ada' })}` };
  const reply = await send(app.url, { method: 'GET', path: addressOf(endpoint, exampleOf(name, things)), headers });
  // No token for Graph is given out.
  expect(reply.status).toBe(name === 'getSharePointToken' ? 403 : 200);
  expect(reply.headers['cache-control']).toMatch(/^no-store\b/);
});
