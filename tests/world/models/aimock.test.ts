/**
 * Tests AVA's client of models with a mock server by another project, which compares it daily with the real services.
 */
import { LLMock } from '@copilotkit/aimock';
import type { Model } from '#contract/models.ts';
import { createModels, type ModelTool, type Models } from '#api/models/models.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const TEXT = 'Tea is at four, in the yellow room.';
const tools: ModelTool[] = [{ type: 'function', function: { name: 'find', parameters: { type: 'object' } } }];

let mock: LLMock;
beforeEach(async () => {
  mock = new LLMock({ port: 0, chunkSize: 5, logLevel: 'silent' });
  await mock.start();
});
afterEach(() => mock.stop());

const connect = (kind: 'openai' | 'azure'): Models => {
  const shared = { file: null, apiKey: 'key', log: createRecordingLog() };
  return kind === 'azure'
    ? createModels({ ...shared, kind, endpoint: mock.url, apiVersion: '2025-04-01-preview' })
    : createModels({ ...shared, kind, baseUrl: `${mock.url}/v1` });
};

async function ask(models: Models, text: string) {
  const model = { model_name: 'gpt-4o', deployment_name: 'gpt-4o', top_p: 0.9, max_output_tokens: 32_000 } as Model;
  const prompt = { model, temperature: 0.5, tools, messages: [{ role: 'user' as const, content: text }] };
  const answer: Record<string, unknown> = { text: '', thinking: '' };
  for await (const event of models.stream(prompt, AbortSignal.timeout(30_000))) {
    if (event.type === 'text' || event.type === 'thinking')
      answer[event.type] = `${String(answer[event.type])}${event.text}`;
    else if (event.type === 'tools') answer['calls'] = event.calls.map(({ name, arguments: args }) => [name, args]);
    else answer['finish'] = event.finish;
  }
  return answer;
}

describe.each(['openai', 'azure'] as const)('as a service of the kind %s', (kind) => {
  it('a text is read whole, with its thoughts apart from it', async () => {
    mock.onMessage('tea', { content: TEXT, reasoning: 'The plan says four.' });
    expect(await ask(connect(kind), 'When is tea?')).toEqual({
      text: TEXT,
      thinking: 'The plan says four.',
      finish: 'stop',
    });
  });

  it('several calls of functions are read from their pieces', async () => {
    const toolCalls = ['tea', 'cake'].map((words) => ({ name: 'find', arguments: JSON.stringify({ words }) }));
    mock.onMessage('tea', { toolCalls });
    expect(await ask(connect(kind), 'When is tea?')).toMatchObject({
      text: '',
      calls: toolCalls.map(({ name, arguments: args }) => [name, args]),
    });
  });
});

it('an answer that reaches the longest output has the finish `length`', async () => {
  mock.onMessage('tea', { content: TEXT, finishReason: 'length' });
  expect(await ask(connect('openai'), 'When is tea?')).toMatchObject({ text: TEXT, finish: 'length' });
});

it('an answer whose connection breaks has failed, although text came before', async () => {
  mock.onMessage('tea', { content: TEXT }, { truncateAfterChunks: 3 });
  await expect(ask(connect('openai'), 'When is tea?')).rejects.toMatchObject({ code: 'model_unavailable' });
});

it.each([
  [401, 'invalid_api_key', 'Incorrect API key provided', 'model_key_refused'],
  [404, 'model_not_found', 'The model does not exist or you do not have access to it.', 'unknown_model'],
  [429, 'rate_limit_exceeded', 'Rate limit reached', 'too_many_requests'],
  [429, 'insufficient_quota', 'You exceeded your current quota', 'model_quota_used_up'],
  [500, 'server_error', 'The server had an error', 'model_unavailable'],
])('a status %i with %s becomes its own error', async (status, code, message, expected) => {
  mock.onMessage('tea', { error: { message, code }, status });
  await expect(ask(connect('openai'), 'When is tea?')).rejects.toMatchObject({ code: expected });
});
