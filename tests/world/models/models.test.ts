import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AvaError } from '#contract/errors.ts';
import type { ModelMessage, ModelTool, Models } from '#api/models/models.ts';
import { createModels } from '#api/models/models.ts';
import type { ModelsFile } from '#api/models/modelCatalog.ts';
import type { Model } from '#contract/models.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import type { RecordedCase, RecordedReply } from '#sandbox/models/recordedCases.ts';
import { startStandIn, type StandIn } from './standIn.ts';

/** A case: what a provider sends, and what AVA has to make of it. */
interface WorldCase extends RecordedCase {
  kind?: 'azure';
  call?: 'complete';
  model: string;
  file?: ModelsFile;
  messages?: ModelMessage[];
  tools?: true;
  expected: {
    text: string;
    thinking?: string;
    calls?: unknown[];
    finish?: string;
    usage?: unknown;
    /** Code and sentence of the failure. */
    code?: string;
    detail?: string;
    requests?: number;
    /** Fields of the last request, and fields that it must not have. */
    last?: Record<string, unknown>;
    without?: string[];
  };
}

const folder = join(import.meta.dirname, 'cases');
const cases = readdirSync(folder).map((name) => ({
  name,
  ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as WorldCase),
}));

const tools: ModelTool[] = [{ type: 'function', function: { name: 'find', parameters: { type: 'object' } } }];

let standIn: StandIn | undefined;
afterEach(() => standIn?.close());

async function startModels(world: WorldCase) {
  const server = await startStandIn(world.provider ?? null, world.reply);
  standIn = server;
  const log = createRecordingLog();
  const shared = { file: world.file ?? null, apiKey: 'key', log };
  const models =
    world.kind === 'azure'
      ? createModels({ ...shared, kind: 'azure', endpoint: server.url, apiVersion: '2025-04-01-preview' })
      : createModels({ ...shared, kind: 'openai', baseUrl: `${server.url}/v1` });
  return { models, log, requests: server.requests };
}

const makeModel = (name: string) =>
  ({ model_name: name, deployment_name: name, top_p: 0.9, max_output_tokens: 32_000 }) as Model;

async function ask(models: Models, { model, messages, tools: hasTools, call }: WorldCase) {
  const prompt = {
    model: makeModel(model),
    temperature: 0.5,
    messages: messages ?? [
      { role: 'system' as const, content: 'Be AVA' },
      { role: 'user' as const, content: 'Hello?' },
    ],
    ...(hasTools && { tools }),
  };
  const { signal } = new AbortController();
  if (call === 'complete') return models.complete(prompt, signal);
  const answer: Record<string, unknown> & { text: string } = { text: '', thinking: '' };
  try {
    for await (const event of models.stream(prompt, signal)) {
      if (event.type === 'text' || event.type === 'thinking')
        answer[event.type] = String(answer[event.type]) + event.text;
      else if (event.type === 'tools') answer['calls'] = event.calls;
      else Object.assign(answer, { finish: event.finish, usage: event.usage });
    }
  } catch (error) {
    if (!(error instanceof AvaError)) throw error;
    Object.assign(answer, { code: error.code, detail: error.detail });
  }
  return answer;
}

/** @proves threat:model-dialects */
it.each(cases)('$name: $title', async (world) => {
  expect(world.source).toMatch(/^https:\/\//);
  const { models, requests, log } = await startModels(world);
  const { requests: count, last, without = [], ...answer } = world.expected;
  expect(await ask(models, world)).toMatchObject(answer);
  if (count !== undefined) expect(requests).toHaveLength(count);
  expect(requests.at(-1)).toMatchObject(last ?? {});
  for (const name of without) expect(requests.at(-1)).not.toHaveProperty(name);
  if (answer.code !== undefined && answer.text === '') expect(log.lines).toContain('warn model request failed');
  // The second time, the client leaves out what the server has refused, so it needs only one request.
  if (count === undefined || answer.code !== undefined) return;
  expect(await ask(models, world)).toMatchObject(answer);
  expect(requests).toHaveLength(count + 1);
});

/** @proves threat:unreserved-output */
it('reserves no tokens for the longest output of a model, and sends one user message a turn', async () => {
  const world = cases.find(({ name }) => name === 'vllm-alternating-roles.json');
  if (!world) throw new Error('there is no such case');
  const { models, requests } = await startModels(world);
  await ask(models, world);
  expect(Object.keys(requests[0] ?? {}).toSorted()).toEqual([
    'messages',
    'model',
    'stream',
    'stream_options',
    'temperature',
    'top_p',
  ]);
  expect(requests[0]?.['messages']).toEqual([
    { role: 'system', content: 'Be AVA' },
    { role: 'user', content: 'The files of this conversation:\nx\n\nFirst?' },
    { role: 'assistant', content: 'Yes.' },
    { role: 'user', content: 'What was found:\ny\n\nSecond?' },
  ]);
});

describe('time', () => {
  const line = (fields: object) => `data: ${JSON.stringify({ choices: [{ index: 0, ...fields }] })}`;
  const hello = [line({ delta: { content: 'Hello world.' }, finish_reason: 'stop' }), '', 'data: [DONE]', ''];
  const source = 'https://github.com/openai/openai-go/issues/227';
  const describeTime = (reply: RecordedReply, seconds: number): WorldCase => ({
    title: '',
    source,
    model: 'm',
    file: [{ id: 'm', first_token_seconds: seconds }],
    reply,
    expected: { text: '' },
  });

  /** @proves threat:timed-out-request */
  it('a model that sends no headers in time is asked once, and the person reads that it took too long', async () => {
    const world = describeTime({ silent: true }, 0.3);
    const { models, requests } = await startModels(world);
    expect(await ask(models, world)).toMatchObject({ text: '', code: 'model_timeout' });
    expect(requests).toHaveLength(1);
  });

  it('comments keep a stream open for longer than the time to the first token', async () => {
    const world = describeTime({ stream: hello, comments: 60 }, 2);
    const { models } = await startModels(world);
    expect(await ask(models, world)).toMatchObject({ text: 'Hello world.', finish: 'stop' });
  });

  it('a connection that stays open after the end does not delay the end of the answer', async () => {
    const world = describeTime({ stream: [...hello.slice(0, 2), ''], open: true }, 100);
    const { models } = await startModels(world);
    expect(await ask(models, world)).toMatchObject({ text: 'Hello world.', finish: 'stop' });
  });
});
