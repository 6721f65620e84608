import { addressOf } from '#contract/client.ts';
import { makeFinanceCorpus } from '#tests/harness/client/corpora.ts';
import { calls, makeExampleInput } from '#tests/harness/http/exampleCalls.ts';
import { send } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { createPersonData, createTaskData, type PersonData } from '#tests/harness/client/personData.ts';

const forAdministrators = [
  'getOrganizationChanges',
  'getOrganizationFeedback',
  'getOrganizationSettings',
  'getUsage',
  'getUsageCsv',
  'getLastEvaluation',
];
const reads = calls.filter(([, { method }]) => method === 'GET');

let app: TestApp;
let things: PersonData;

beforeAll(async () => {
  app = await startApp({ features: { knowledgeSearch: true, teamsBotEnabled: true, tasks: true } });
  const ada = app.as('ada');
  const { kept } = await makeFinanceCorpus(ada);
  things = await createPersonData(ada, 'Ada stays calm', kept, await createTaskData(ada, 'Ada stays calm'));
});
afterAll(() => app.close());

/** @proves threat:caching */
it.each(reads)('%s is never cached', async (name, endpoint) => {
  const headers = { authorization: `Bearer ${await app.getToken({ person: 'ada' })}` };
  const reply = await send(app.url, {
    method: 'GET',
    path: addressOf(endpoint, makeExampleInput(name, things)),
    headers,
  });
  expect(reply.status).toBe(getExpectedStatus(name));
  expect(reply.headers['cache-control']).toMatch(/^no-store\b/);
});

function getExpectedStatus(name: string): number {
  // AVA never returns Graph tokens, and the other calls are only for administrators, which Ada is not.
  if (['getSharePointToken', ...forAdministrators].includes(name)) return 403;
  // Graph has nothing with the ids of the examples, and the ticket of the example is not valid.
  return ['browseDrive', 'getSourceLibraries', 'downloadExport'].includes(name) ? 404 : 200;
}
