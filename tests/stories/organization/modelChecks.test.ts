import { modelChecks, checkConfiguredModel, type ModelCheckEvent } from '#contract/admin/modelCheck.ts';
import { getOrganizationSettings, saveOrganizationSettings } from '#contract/admin/admin.ts';
import { getUsage } from '#contract/admin/usage.ts';
import type { Client } from '#contract/client.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { eventually } from '#tests/harness/eventually.ts';

const MODEL = 'o4-mini';

let app: TestApp;
let ada: Client;
let dev: Client;

beforeAll(async () => {
  app = await startApp();
  [ada, dev] = [app.as('ada'), app.as('dev')];
});
afterEach(() => app.control('models', 'reset'));
afterAll(() => app.close());

async function check(model: string): Promise<ModelCheckEvent[]> {
  const events: ModelCheckEvent[] = [];
  for await (const event of await dev.stream(checkConfiguredModel, { model })) events.push(event);
  return events;
}

it('Dev checks a model and gets a result for each ability of it; the check counts toward nobody’s usage and budget', async () => {
  const { version, settings } = await dev.call(getOrganizationSettings, {});
  const budgets = { person: { day: 1, month: null }, departments: [] };
  await dev.call(saveOrganizationSettings, { version, settings: { ...settings, budgets } });
  const events = await check(MODEL);
  const outcomes = events.flatMap((event) => (event.type === 'result' ? [[event.check, event.outcome]] : []));
  expect(outcomes).toEqual(modelChecks.map((name) => [name, name === 'image' ? 'skipped' : 'works']));
  expect(events.at(-1)).toMatchObject({ type: 'finish', entry: null });
  const today = (await dev.call(getUsage, { days: 7 })).days.at(-1);
  expect(today).toMatchObject({ people: 0, questions: 0, prompt_tokens: 0, answer_tokens: 0 });
});

it('if the model server refuses the key, the check shows the cause as a result and does not fail', async () => {
  await app.control('models', 'scenario', { name: '401' });
  const [first, ...others] = await check(MODEL);
  expect(first).toMatchObject({ check: 'plain', outcome: 'fails', detail: expect.stringContaining('refuses the key') });
  expect(others).toContainEqual(expect.objectContaining({ check: 'refusal', outcome: 'skipped' }));
});

it('Ada is refused, and no model is asked', async () => {
  const before = (await app.listRequests('models')).length;
  await expect(ada.stream(checkConfiguredModel, { model: MODEL })).rejects.toMatchObject({ code: 'not_allowed' });
  await expect(ada.stream(checkConfiguredModel, { model: 'no-model' })).rejects.toMatchObject({ code: 'not_allowed' });
  expect(await app.listRequests('models')).toHaveLength(before);
});

it.each(['no-model', 'text-embedding-lexical'])(
  'a check of %s is refused, because it is no chat model of the list',
  async (model) => {
    await expect(dev.stream(checkConfiguredModel, { model })).rejects.toMatchObject({ code: 'unknown_model' });
  },
);

it('Dev runs one check at a time, and the check ends when Dev leaves', async () => {
  await app.control('models', 'scenario', { name: 'silence' });
  const left = new AbortController();
  const first = await dev.stream(checkConfiguredModel, { model: MODEL }, { signal: left.signal });
  const reading = first[Symbol.asyncIterator]().next();
  await expect(dev.stream(checkConfiguredModel, { model: MODEL })).rejects.toMatchObject({
    code: 'too_many_requests',
    detail: 'You are already checking a model. Wait until that check has finished.',
  });
  left.abort();
  await expect(reading).rejects.toThrow();
  await app.control('models', 'reset');
  const events = await eventually(() => check(MODEL));
  expect(events).toHaveLength(modelChecks.length + 1);
});
