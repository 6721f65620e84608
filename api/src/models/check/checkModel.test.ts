import { startModels } from '#sandbox/models/server.ts';
import type { RecordedReply } from '#sandbox/models/recordedCases.ts';
import { startStandIn, type StandIn } from '#tests/world/models/standIn.ts';
import type { CheckOutcome, ModelCheck, ModelCheckEvent } from '#contract/admin/modelCheck.ts';
import type { ModelsFile } from '#api/models/modelCatalog.ts';
import { createModels } from '#api/models/models.ts';
import { checkModel } from './checkModel.ts';

const KEY = 'a-key-that-nobody-sees';
/**
 * A model of which AVA knows that it can read images. The sandbox's model is scripted to answer that the image is red.
 */
const SEEING = 'GPT-4o-2024-11-20-WUS3';
const BLIND = 'o4-mini';
const HOUR_MS = 3_600_000;

let sandbox: Awaited<ReturnType<typeof startModels>>;
let standIns: StandIn[] = [];

beforeAll(async () => {
  sandbox = await startModels({ port: 0, pace: { ms: 0, wordsPerDelta: 5 } });
});
beforeEach(async () => {
  await control('reset');
  await script('Which color', 'Red.');
});
afterEach(async () => {
  await Promise.all(standIns.map((standIn) => standIn.close()));
  standIns = [];
});
afterAll(() => sandbox.close());

async function control(name: string, body: object = {}): Promise<void> {
  const response = await fetch(`${sandbox.url}/_sandbox/${name}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
}

/** The model answers questions that contain `match` with a text and calls. */
const script = (match: string, text: string, calls = '') =>
  control('scenario', { name: 'script', match, text, calls, chunk: 200 });

interface Checked {
  outcomes: Record<ModelCheck, CheckOutcome>;
  details: Record<ModelCheck, string>;
  advice: Record<ModelCheck, string>;
  /** The entry for MODELS_FILE. */
  entry: unknown;
  events: ModelCheckEvent[];
  canCall: boolean;
}

interface CheckOptions {
  url?: string;
  file?: ModelsFile;
  kind?: 'azure';
  limitMs?: number;
}

async function check(name: string, { url = sandbox.url, file, kind, limitMs = HOUR_MS }: CheckOptions = {}) {
  const shared = { file: file ?? null, apiKey: KEY };
  const models =
    kind === 'azure'
      ? createModels({ ...shared, kind, endpoint: url, apiVersion: '2025-04-01-preview' })
      : createModels({ ...shared, kind: 'openai', baseUrl: `${url}/v1` });
  const checked = { outcomes: {}, details: {}, advice: {}, entry: undefined, events: [] } as unknown as Checked;
  const model = await models.find(name);
  for await (const event of checkModel(models, model, new AbortController().signal, limitMs)) {
    checked.events.push(event);
    if (event.type === 'finish') checked.entry = event.entry === null ? null : JSON.parse(event.entry);
    else {
      checked.outcomes[event.check] = event.outcome;
      checked.details[event.check] = event.detail;
      checked.advice[event.check] = event.advice;
    }
  }
  return { ...checked, canCall: models.canCall(model) };
}

async function open(reply: RecordedReply): Promise<StandIn> {
  const standIn = await startStandIn(null, reply);
  standIns.push(standIn);
  return standIn;
}

/** Checks a model whose server gives the same reply to each request. */
async function checkReply(reply: RecordedReply, file: ModelsFile, kind?: 'azure') {
  const { url } = await open(reply);
  return check(file[0]?.id ?? '', { url, file, ...(kind && { kind }) });
}

const toReply = (text: string, usage?: object): RecordedReply => ({
  json: { choices: [{ index: 0, message: { role: 'assistant', content: text }, finish_reason: 'stop' }], usage },
});

const allWork: Record<ModelCheck, CheckOutcome> = {
  plain: 'works',
  stream: 'works',
  functions: 'works',
  long: 'works',
  image: 'works',
  stop: 'works',
  parallel: 'works',
  refusal: 'works',
};

it('everything works with a model that keeps to the protocol', async () => {
  const { outcomes, advice, entry, details } = await check(SEEING);
  expect(outcomes).toEqual(allWork);
  expect(Object.values(advice).join('')).toBe('');
  expect(details.stream).toMatch(/^The first token comes after [\d.]+ m?s\. The answer has \d+ tokens/);
  expect(details.parallel).toContain('2 calls at once');
  expect(entry).toBeNull();
});

it('a model without images is not asked about one', async () => {
  const { outcomes, advice } = await check(BLIND);
  expect(outcomes).toEqual({ ...allWork, image: 'skipped' });
  expect(advice.image).toContain('"image_input"');
});

it('a model that is described with images fails if it does not see the image', async () => {
  await control('reset');
  const { outcomes, details } = await check(SEEING);
  expect(outcomes).toEqual({ ...allWork, image: 'fails' });
  expect(details.image).toContain('I see 1 image');
});

it.each(['anthropic', 'mistral', 'vllm', 'llama.cpp', 'litellm', 'wrong-name', 'openai-reasoning'])(
  'everything works with the strictness of %s',
  async (provider) => {
    await control('strictness', { provider });
    expect((await check(SEEING)).outcomes).toEqual(allWork);
  },
);

describe('functions', () => {
  it('a server that refuses functions fails the check, and the entry tells AVA to send none', async () => {
    expect((await check(SEEING)).canCall).toBe(true);
    await control('strictness', { provider: 'ollama' });
    const { outcomes, details, entry, canCall } = await check(BLIND);
    expect(canCall).toBe(false);
    expect(outcomes).toEqual({ ...allWork, image: 'skipped', functions: 'fails', parallel: 'skipped' });
    expect(details.functions).toContain('The server refuses functions');
    expect(entry).toEqual({ id: BLIND, without_parameters: ['tools'] });
  });

  it('a model that is described without functions is not asked for any', async () => {
    await control('strictness', { provider: 'ollama' });
    const { outcomes, entry, canCall } = await check(BLIND, { file: [{ id: BLIND, without_parameters: ['tools'] }] });
    expect(canCall).toBe(false);
    expect(outcomes).toEqual({ ...allWork, image: 'skipped', functions: 'skipped', parallel: 'skipped' });
    expect(entry).toBeNull();
  });

  it.each([
    ['no call', 'It is cold.', '', 'does not call the function'],
    ['a call as text', '<tool_call>{"name": "get_temperature"}</tool_call>', '', 'comes as text'],
    ['another city', '', 'use the tool get_temperature with {"city": "Bern"}', '{"city": "Bern"}'],
    ['arguments that are no JSON', '', 'use the tool get_temperature with {city}', 'get_temperature {city}'],
  ])('%s fails', async (_, text, calls, detail) => {
    await script('then tell me the temperature', text, calls);
    const { outcomes, details } = await check(BLIND);
    expect(outcomes).toMatchObject({ functions: 'fails', parallel: 'skipped' });
    expect(details.functions).toContain(detail);
  });

  it('a model that makes only one call at a time is `limited`, not `fails`', async () => {
    await script('both temperatures', '', 'use the tool get_temperature with {"city": "Oslo"}');
    const { outcomes } = await check(BLIND);
    expect(outcomes).toEqual({ ...allWork, image: 'skipped', parallel: 'limited' });
  });
});

describe('parameters', () => {
  it('a refusal is no failure; the entry has what was learned and what was described', async () => {
    await control('strictness', { provider: 'openai-reasoning' });
    const file = [{ id: BLIND, without_parameters: ['seed'] }];
    const { outcomes, entry } = await check(BLIND, { file });
    expect(outcomes).toEqual({ ...allWork, image: 'skipped' });
    expect(entry).toEqual({ id: BLIND, without_parameters: ['seed', 'temperature', 'top_p'] });
  });

  it('with the printed entry in MODELS_FILE, a second check learns nothing', async () => {
    await control('strictness', { provider: 'openai-reasoning' });
    const { entry } = await check(BLIND);
    expect((await check(BLIND, { file: [entry] as ModelsFile })).entry).toBeNull();
  });

  it('if the reply has only the closing tag of its thoughts, the entry describes them as untagged', async () => {
    const { entry, outcomes } = await checkReply(toReply('Let me see.</think>ready'), [{ id: 'qwen3' }]);
    expect(entry).toEqual({ id: 'qwen3', thoughts: 'untagged' });
    expect(outcomes.plain).toBe('works');
  });
});

describe('answers', () => {
  it('the check of long answers fails if the server cuts off the answer before its described length', async () => {
    const file: ModelsFile = [{ id: BLIND, fixed_parameters: { max_tokens: 100 }, max_output_tokens: 32_000 }];
    const { outcomes, details } = await check(BLIND, { file });
    expect(outcomes.long).toBe('fails');
    expect(details.long).toBe(
      'The server cuts off the answer after 100 tokens, although its longest output is described as 32,000 tokens.',
    );
  });

  it('the check of long answers works if the answer ends at the limit in the models file', async () => {
    const file: ModelsFile = [{ id: BLIND, fixed_parameters: { max_tokens: 100 }, max_output_tokens: 100 }];
    expect((await check(BLIND, { file })).outcomes.long).toBe('works');
  });

  it('the check of long answers is `limited` if the answer is longer than described, or short', async () => {
    const { outcomes } = await check(BLIND, { file: [{ id: BLIND, max_output_tokens: 100 }] });
    expect(outcomes.long).toBe('limited');
    await script('coffee', 'Coffee is good.');
    expect((await check(BLIND)).outcomes.long).toBe('limited');
  });

  it('an interrupted stream fails its check, and the other checks still run', async () => {
    await control('scenario', { name: 'noEnd', match: 'coffee', deltas: 3 });
    const { outcomes } = await check(BLIND);
    expect(outcomes).toEqual({ ...allWork, image: 'skipped', long: 'fails' });
  });

  it('a gateway that collects the stream is `limited`, and the details name a server that reports no usage', async () => {
    const { outcomes, details } = await checkReply(toReply(`ready ${'x'.repeat(200)}`), [{ id: 'gpt-5' }]);
    expect(outcomes).toMatchObject({ plain: 'works', stream: 'limited', functions: 'fails' });
    expect(details.stream).toContain('not streamed');
    const short = await checkReply(toReply('ready'), [{ id: 'gpt-5' }]);
    expect(short.details.stream).toContain('reports no usage');
  });

  it('an empty answer and thoughts in the text fail', async () => {
    const empty = await checkReply(toReply('', { prompt_tokens: 9, completion_tokens: 500 }), [{ id: 'gpt-5' }]);
    expect(empty.outcomes).toMatchObject({ plain: 'fails', stream: 'fails', stop: 'fails', refusal: 'fails' });
    expect(empty.details.plain).toContain('500 tokens');
    const file: ModelsFile = [{ id: 'gpt-5', thoughts: 'none' }];
    const thoughts = await checkReply(toReply('<think>Hm.</think>ready'), file);
    expect(thoughts.outcomes).toMatchObject({ plain: 'fails', stream: 'fails' });
    expect(thoughts.advice.plain).toContain('"thoughts"');
  });

  it('the check of refusals works if a content filter refuses the prompt', async () => {
    await control('scenario', { name: 'contentFilter', match: 'DAN', deltas: 2 });
    const { outcomes, details } = await check(BLIND);
    expect(outcomes.refusal).toBe('works');
    expect(details.refusal).toContain('content filter refuses');
  });
});

describe('a model that gives no answer', () => {
  const failed = { ...allWork, plain: 'fails' };
  const onlyPlain = Object.fromEntries(
    Object.keys(failed).map((name) => [name, name === 'plain' ? 'fails' : 'skipped']),
  );
  const toError = (status: number, error: object): RecordedReply => ({ status, json: { error } });

  it.each([
    [
      'key',
      toError(401, { message: `Incorrect API key provided: ${KEY}.`, code: 'invalid_api_key' }),
      /refuses the key/,
    ],
    [
      'deployment',
      toError(404, { code: 'DeploymentNotFound', message: 'It does not exist.' }),
      /no model or deployment/,
    ],
    ['quota', toError(429, { message: 'You exceeded your current quota.', type: 'insufficient_quota' }), /is used up/],
    ['error with status 200', toError(200, { message: `Unknown ${KEY}`, code: 401 }), /./],
  ])('a refused %s is reported once, without the key', async (_, reply, detail) => {
    const { outcomes, details, events, advice } = await checkReply(reply, [{ id: 'gpt-5' }], 'azure');
    expect(outcomes).toEqual(onlyPlain);
    expect(details.plain).toMatch(detail);
    expect(advice.plain).not.toBe('');
    expect(JSON.stringify(events)).not.toContain(KEY);
    expect(standIns[0]?.requests).toHaveLength(1);
  });

  it('a server where nothing listens is named with its cause', async () => {
    const server = await startStandIn(null, {});
    await server.close();
    const { outcomes, details } = await check('m', { url: server.url, file: [{ id: 'm' }] });
    expect(outcomes).toEqual(onlyPlain);
    expect(details.plain).toContain('ECONNREFUSED');
  });

  it('a silent server ends the check at its limit', async () => {
    const { url } = await open({ silent: true });
    const { outcomes, details } = await check('m', { url, file: [{ id: 'm' }], limitMs: 1_000 });
    expect(outcomes).toEqual(onlyPlain);
    expect(details.plain).toBe('The check is not finished after 1.0 s.');
  });

  it('a check that is aborted throws', async () => {
    const { url } = await open({ silent: true });
    const models = createModels({ file: [{ id: 'm' }], apiKey: KEY, kind: 'openai', baseUrl: url });
    const aborter = new AbortController();
    const events = checkModel(models, await models.find('m'), aborter.signal);
    const first = events.next();
    aborter.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
  });
});
