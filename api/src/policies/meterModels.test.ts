import { eventually } from '#tests/harness/eventually.ts';
import { createManualClock, type ManualClock } from '#tests/harness/fakes/manualClock.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { ada, ben } from '#tests/harness/storage/rows.ts';
import { makeStoreOnAnyEngine, type TestStore } from '#tests/harness/storage/testStore.ts';
import type { Budgets } from '#contract/admin/organizationSettings.ts';
import { AvaError } from '#contract/errors.ts';
import type { Model } from '#contract/models.ts';
import type { AppContext, ExternalServices } from '#api/context.ts';
import type { Models, ModelUsage, Prompt } from '#api/models/models.ts';
import type { PersonModels } from '#api/models/personModels.ts';
import { deleteOldModelCalls } from '#api/organization/usage.ts';
import type { Database } from '#api/storage/database.ts';
import { createStore, type Store } from '#api/storage/store.ts';
import { unlimitedRuns } from '#api/storage/tables/runs/runAllowance.ts';
import { meterModels } from './meterModels.ts';

const BUSY = "I'm getting too many requests right now. Please wait a moment before trying again.";
const model = { model_name: 'gpt-4.1', max_output_tokens: 4_000 } as Model;
const prompt: Prompt = { model, temperature: 0, messages: [{ role: 'user', content: 'How much?' }] };
const never = new AbortController().signal;
const noBudgets: Budgets = { person: { day: null, month: null }, departments: [] };

let testStore: TestStore;
let database: Database;
let store: Store;
let clock: ManualClock;
beforeAll(async () => {
  testStore = await makeStoreOnAnyEngine();
  database = await testStore.open();
  store = createStore(database.kysely);
});
afterAll(async () => {
  await database?.close();
  await testStore?.cleanUp();
});

/** A person nobody has seen before, in an organization with these limits, and a model that uses 600 tokens a reply. */
async function createPerson(limits: { tokens?: number; day?: number; department?: number } = {}) {
  const { tokens = 1_000_000, day = null, department } = limits;
  const tenantId = crypto.randomUUID();
  const departments = department === undefined ? [] : [{ department: 'Finance', day: department, month: null }];
  const budgets = { ...noBudgets, person: { day, month: null }, departments };
  const reply: { thoughts: string; usage: ModelUsage | null; error: Error | null; opened: () => void } = {
    thoughts: '',
    usage: { prompt: 500, answer: 100 },
    error: null,
    opened: () => undefined,
  };
  let started = 0;
  const models: Partial<Models> = {
    async *stream() {
      started += 1;
      reply.opened();
      if (reply.error) throw reply.error;
      if (reply.thoughts !== '') yield { type: 'thinking', text: reply.thoughts };
      yield { type: 'text', text: 'Forty ' };
      yield { type: 'text', text: 'thousand.' };
      yield { type: 'finish', finish: 'stop', usage: reply.usage };
    },
    async complete() {
      started += 1;
      if (reply.error) throw reply.error;
      return { text: 'Budget', usage: reply.usage };
    },
    getEmbedderName: async () => 'lexical',
    embed: async (texts) => texts.map(() => Float32Array.of(1)),
  };
  const services: Partial<ExternalServices> = {
    models: models as Models,
    store,
    clock,
    log: createRecordingLog(),
    runsPerPerson: 8,
    tokensPerPerson: tokens,
    organizations: { get: () => ({ budgets }) } as unknown as ExternalServices['organizations'],
  };
  const metered = meterModels(services as ExternalServices);
  const today = () => ({ from: clock.now().toISOString().slice(0, 10), to: clock.now().toISOString().slice(0, 10) });
  return {
    reply,
    metered,
    tenantId,
    models: metered.forPerson({ ...ada, tenantId }),
    colleague: metered.forPerson({ ...ben, tenantId }),
    countStarted: () => started,
    listUsage: () => store.usage.listModels(tenantId, today()),
  };
}

/** Reads a reply to its end, and returns its text with the sentences of the limits that it waited for. */
async function read(models: PersonModels, signal = never): Promise<string> {
  const parts: string[] = [];
  for await (const event of models.stream(prompt, signal, 1)) {
    if (event.type === 'text') parts.push(event.text);
    if (event.type === 'limited') parts.push(`(${event.detail}) `);
  }
  return parts.join('');
}

/** Calls that wait for their allowance at the moment. */
let asleep = 0;
beforeEach(() => {
  const manual = createManualClock();
  asleep = 0;
  const sleep: ManualClock['sleep'] = async (ms, signal) => {
    asleep += 1;
    await manual.sleep(ms, signal);
    asleep -= 1;
  };
  clock = { ...manual, sleep };
});

/** Advances the clock in small steps. Before each, every call has ended or waits, however slow the store is. */
async function passTime(ms: number, calls: readonly Promise<unknown>[]): Promise<void> {
  let ended = 0;
  for (const call of calls) void Promise.allSettled([call]).then(() => (ended += 1));
  const settle = () => eventually(() => expect(asleep + ended).toBe(calls.length));
  for (let passed = 0; passed < ms; passed += 2_000) {
    await settle();
    await clock.advance(2_000);
  }
  await settle();
}

describe('when Ada’s tokens of a minute are used up', () => {
  /** @proves threat:waiting-for-limits */
  it('her next reply waits and shows the limit, and continues without her help after the minute', async () => {
    const { models, countStarted } = await createPerson({ tokens: 600 });
    expect(await read(models)).toBe('Forty thousand.');
    const second = read(models);
    await passTime(58_000, [second]);
    expect(countStarted()).toBe(1);
    await passTime(4_000, [second]);
    expect(await second).toBe(`(${BUSY}) Forty thousand.`);
  });

  it('a title that she requests is refused at once', async () => {
    const { models, countStarted } = await createPerson({ tokens: 600 });
    await models.complete(prompt, never);
    await expect(models.complete(prompt, never)).rejects.toMatchObject({
      code: 'too_many_requests',
      refillsSoon: true,
    });
    await expect(models.embed(['tea'], never)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(countStarted()).toBe(1);
  });

  it('a reply stops waiting after her other calls have taken the tokens for a minute and a half', async () => {
    const { models } = await createPerson({ tokens: 600 });
    const startedAt = new Date(clock.now().getTime() + 600_000);
    const others = {
      id: crypto.randomUUID(),
      owner: models.owner,
      model: 'm',
      promptTokens: 1,
      tokens: 600,
      startedAt,
    };
    await store.modelCalls.reserve(others, { ...unlimitedRuns, since: new Date(0) });
    const reply = read(models).catch((error: unknown) => error);
    await passTime(92_000, [reply]);
    expect(await reply).toMatchObject({ code: 'budget_used_up', detail: BUSY });
  });

  it('the wait ends when she stops the answer', async () => {
    const { models } = await createPerson({ tokens: 600 });
    await read(models);
    const controller = new AbortController();
    const second = read(models, controller.signal);
    await passTime(10_000, [second]);
    controller.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('Ada’s budget of a day', () => {
  /** @proves threat:parallel-calls */
  it('holds for twenty replies at once: each starts after the one before, and the last exceeds it at most once', async () => {
    const { models, countStarted, listUsage } = await createPerson({ day: 1_000 });
    const replies = Array.from({ length: 20 }, () => read(models).catch((error: AvaError) => error.code));
    await passTime(10_000, replies);
    const ends = await Promise.all(replies);
    expect(ends.filter((end) => end.endsWith('Forty thousand.'))).toHaveLength(2);
    expect(ends.filter((end) => end === 'budget_used_up')).toHaveLength(18);
    expect(countStarted()).toBe(2);
    expect(await listUsage()).toMatchObject([{ questions: 2, prompt_tokens: 1_000, answer_tokens: 200 }]);
  });

  /** @proves threat:titles-and-queries */
  it('holds for a hundred and fifty titles', async () => {
    const { models, countStarted } = await createPerson({ day: 1_000 });
    for (let title = 0; title < 150; title += 1) await models.complete(prompt, never).catch(() => undefined);
    expect(countStarted()).toBe(2);
  });

  it('refuses a reply with a sentence that says when it is renewed, and allows replies on the next day', async () => {
    const { models } = await createPerson({ day: 600 });
    await read(models);
    await expect(read(models)).rejects.toThrow(/Your budget for today is used up\. It is renewed on Nov 21, 2026/);
    await clock.advance(86_400_000);
    expect(await read(models)).toBe('Forty thousand.');
  });

  it('of her department is shared with Ben, also while his reply is in progress', async () => {
    const { models, colleague, countStarted, reply } = await createPerson({ department: 1_000 });
    for (const { owner } of [models, colleague]) {
      await store.people.recordVisit({ ...owner, name: 'x', email: 'x' }, clock.now());
      await store.people.saveDepartment(owner, 'Finance');
    }
    const { promise: opened, resolve } = Promise.withResolvers<void>();
    reply.opened = resolve;
    const bens = colleague.stream(prompt, never);
    await bens.next();
    await opened;
    await expect(models.complete(prompt, never)).rejects.toMatchObject({ code: 'too_many_requests' });
    await bens.return(undefined);
    await expect(models.complete(prompt, never)).resolves.toBeDefined();
    expect(countStarted()).toBe(2);
  });
});

describe('the usage', () => {
  /** @proves threat:parallel-calls */
  it('has an estimate of a reply that was stopped, and nothing of one that the model server refused', async () => {
    const { models, reply, listUsage } = await createPerson();
    for await (const event of models.stream(prompt, never, 1)) if (event.type === 'text') break;
    const [stopped] = await listUsage();
    expect(stopped).toMatchObject({ questions: 1, answer_tokens: 2 });
    expect(stopped?.prompt_tokens).toBeGreaterThan(5);
    reply.error = new AvaError('too_many_requests', { cause: Object.assign(new Error('429'), { status: 429 }) });
    await expect(read(models)).rejects.toMatchObject({ code: 'too_many_requests' });
    expect(await listUsage()).toEqual([stopped]);
    reply.error = new AvaError('model_unavailable', { cause: new Error('the connection was reset') });
    await expect(read(models)).rejects.toMatchObject({ code: 'model_unavailable' });
    expect((await listUsage())[0]?.prompt_tokens).toBe(2 * (stopped?.prompt_tokens ?? 0));
  });

  it('has an estimate of the thoughts of a model that does not report its tokens', async () => {
    const { models, reply, listUsage } = await createPerson();
    reply.usage = null;
    await read(models);
    const [plain] = await listUsage();
    reply.thoughts = 'Which budget is meant? '.repeat(100);
    await read(models);
    const [both] = await listUsage();
    expect((both?.answer_tokens ?? 0) - 2 * (plain?.answer_tokens ?? 0)).toBeGreaterThan(400);
  });

  /** @proves threat:titles-and-queries */
  it('includes titles and queries, which do not count as questions', async () => {
    const { models, listUsage } = await createPerson();
    await models.complete(prompt, never);
    await models.embed(['the budget for travel'], never);
    expect(await listUsage()).toMatchObject([
      { model: 'gpt-4.1', questions: 0, prompt_tokens: 500, answer_tokens: 100 },
      { model: 'lexical', questions: 0, prompt_tokens: 6, answer_tokens: 0 },
    ]);
  });

  it('includes, after half an hour, the prompt of a call whose process died', async () => {
    const { models, reply, listUsage } = await createPerson({ day: 1_000 });
    reply.opened = () => undefined;
    // The process dies in the middle of the stream: nothing of it runs any longer.
    await models.stream(prompt, never).next();
    await clock.advance(1_800_001);
    await deleteOldModelCalls({ store, clock });
    expect(await listUsage()).toMatchObject([{ questions: 0, answer_tokens: 0 }]);
    expect(await read(models)).toBe('Forty thousand.');
  });
});

/** @proves threat:allowance */
it('an unmetered call does not type-check: features have no models without a person', async () => {
  const check = (ctx: AppContext, raw: Models): void => {
    // @ts-expect-error The models of a feature belong to nobody yet.
    void ctx.models.complete(prompt, never);
    // @ts-expect-error The same.
    ctx.models.stream(prompt, never);
    // @ts-expect-error The same.
    void ctx.models.embed(['tea'], never);
    // @ts-expect-error Models without an owner are no models of a person.
    raw satisfies PersonModels;
    // @ts-expect-error The same.
    raw satisfies Pick<PersonModels, 'owner' | 'complete'>;
  };
  expect(check).toBeInstanceOf(Function);
  const { metered } = await createPerson();
  expect(Object.keys(metered).toSorted()).toEqual([
    'canCall',
    'find',
    'forPerson',
    'getEmbedderName',
    'getTemperature',
    'list',
  ]);
});
