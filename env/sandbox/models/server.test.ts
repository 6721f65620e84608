import { PATIENCE_MS } from '../../../tests/harness/patience.ts';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import OpenAI, { AzureOpenAI } from 'openai';

import { startModels } from './server.ts';
import type { LoggedRequest } from './requestLog.ts';

const MODEL = 'GPT-4o-2024-11-20-WUS3';
const PASSAGE =
  '<passage n="4" source="Plan.pdf" place="page 2">The garden opens on 3 May. Dev Raman waters it.</passage>';

let models: Awaited<ReturnType<typeof startModels>>;
let ada: OpenAI;

const control = async (path: string, body: object = {}) => {
  const response = await fetch(`${models.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  expect(response.status).toBe(200);
};
const listRequests = async (): Promise<LoggedRequest[]> => {
  const response = await fetch(`${models.url}/_sandbox/requests`);
  return ((await response.json()) as { requests: LoggedRequest[] }).requests;
};
const post = (path: string, body: unknown, init: RequestInit = {}) =>
  fetch(models.url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer ada-key' },
    body: JSON.stringify(body),
    ...init,
  });
const createMessages = (content: string) => [{ role: 'user' as const, content }];

beforeAll(async () => {
  models = await startModels({ port: 0 });
  ada = new OpenAI({ baseURL: `${models.url}/v1`, apiKey: 'ada-key', maxRetries: 0 });
});
beforeEach(async () => {
  await control('reset');
  await control('pace', { ms: 0 });
});
afterAll(() => models.close());

describe('start', () => {
  it('fails in production', async () => {
    const before = process.env['NODE_ENV'];
    process.env['NODE_ENV'] = 'production';
    try {
      await expect(startModels({ port: 0 })).rejects.toThrow('does not run in production');
    } finally {
      process.env['NODE_ENV'] = before;
    }
  });

  it('fails with EADDRINUSE if the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    await expect(startModels({ port: (other.address() as AddressInfo).port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    other.close();
  });
});

describe('the openai client', () => {
  it('lists the models with the fields that AVA reads', async () => {
    const list = await ada.models.list();
    expect(list.data.map(({ id }) => id)).toEqual([
      'gpt-4.1-foundry-2025-04-14',
      MODEL,
      'o4-mini',
      'text-embedding-lexical',
    ]);
    expect(await ada.models.retrieve(MODEL)).toMatchObject({
      object: 'model',
      label: 'Sandbox model (quotes your text), 128K',
      modalities: ['chat_completion', 'stream_completion', 'image_input'],
      context_window: 128_000,
    });
  });

  it('streams an answer: role first, finish reason last, and the usage if requested', async () => {
    const stream = await ada.chat.completions.create({
      model: MODEL,
      stream: true,
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: PASSAGE },
        { role: 'user', content: 'When does the garden open?' },
      ],
    });
    const chunks = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks[0]?.choices[0]?.delta).toEqual({ role: 'assistant', content: '', refusal: null });
    expect(chunks.at(-2)?.choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' });
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { completion_tokens: expect.any(Number) } });
    const text = chunks.map((chunk) => chunk.choices[0]?.delta.content ?? '').join('');
    expect(text).toBe('Plan.pdf, page 2: “The garden opens on 3 May.” [4]');
  });

  it('gets the tool calls that the message requests, and an answer from their results', async () => {
    const tools = [{ type: 'function' as const, function: { name: 'find_files', parameters: { type: 'object' } } }];
    const question = { role: 'user' as const, content: 'use the tool find_files with {"query":"garden"}' };
    const firstReply = await ada.chat.completions.stream({ model: MODEL, tools, messages: [question] }).finalMessage();
    const call = firstReply.tool_calls?.[0];
    expect(call).toMatchObject({ type: 'function', function: { name: 'find_files', arguments: '{"query":"garden"}' } });
    const result = { role: 'tool' as const, tool_call_id: call?.id ?? '', content: 'Plan.pdf' };
    const answer = await ada.chat.completions.create({ model: MODEL, tools, messages: [question, firstReply, result] });
    expect(answer.choices[0]?.message.content).toBe('The tool `find_files` answered:\n\nPlan.pdf');
    expect(answer.usage?.total_tokens).toBeGreaterThan(answer.usage?.completion_tokens ?? Infinity);
  });

  it('gets thoughts from the reasoning model only', async () => {
    const messages = [
      { role: 'system' as const, content: PASSAGE },
      { role: 'user' as const, content: 'When does the garden open?' },
    ];
    const [thinking, plain] = await Promise.all(
      ['o4-mini', MODEL].map((model) => ada.chat.completions.create({ model, messages })),
    );
    expect(thinking?.choices[0]?.message).toMatchObject({
      content: plain?.choices[0]?.message.content,
      reasoning_content: expect.stringContaining('1 passages of Plan.pdf'),
    });
    expect(plain?.choices[0]?.message).not.toHaveProperty('reasoning_content');
  });

  it('applies the token limit and stop sequences', async () => {
    const request = {
      model: MODEL,
      messages: [{ role: 'user' as const, content: 'repeat after me: one two three END four' }],
    };
    const limited = await ada.chat.completions.create({ ...request, max_tokens: 2 });
    expect(limited.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'one two' } });
    expect(limited.usage?.completion_tokens).toBe(2);
    const stopped = await ada.chat.completions.create({ ...request, stop: ['END'] });
    expect(stopped.choices[0]).toMatchObject({ finish_reason: 'stop', message: { content: 'one two three ' } });
  });

  it('embeds one or several texts, as Base64 or floats, with the requested dimensions', async () => {
    const model = 'text-embedding-lexical';
    const packed = await ada.embeddings.create({ model, input: ['annual leave', 'a headset'] });
    const plain = await ada.embeddings.create({ model, input: 'annual leave', encoding_format: 'float' });
    expect(packed.data.map(({ index, embedding }) => [index, embedding.length])).toEqual([
      [0, 1536],
      [1, 1536],
    ]);
    packed.data[0]?.embedding.forEach((value, index) =>
      expect(value).toBeCloseTo(plain.data[0]?.embedding[index] ?? NaN, 6),
    );
    expect((await ada.embeddings.create({ model, input: 'x', dimensions: 64 })).data[0]?.embedding).toHaveLength(64);
    expect(plain.usage).toEqual({ prompt_tokens: 2, total_tokens: 2 });
  });

  it("can use Azure's paths and key header", async () => {
    const azure = new AzureOpenAI({ endpoint: models.url, apiKey: 'ada-key', apiVersion: '2024-10-21', maxRetries: 0 });
    const answer = await azure.chat.completions.create({
      model: MODEL,
      messages: createMessages('repeat after me: hello'),
    });
    expect(answer.choices[0]?.message.content).toBe('hello');
  });
});

describe('the request log', () => {
  it('lists requests, newest last, without keys and image bytes', async () => {
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${'QUJD'.repeat(50)}` } };
    await post('/v1/chat/completions', {
      model: MODEL,
      temperature: 0.2,
      messages: [{ role: 'user', content: [image] }],
    });
    await post('/v1/embeddings', { model: 'text-embedding-lexical', input: 'leave' });
    const [first, last] = await listRequests();
    expect(first).toMatchObject({
      endpoint: 'chat',
      model: MODEL,
      params: { temperature: 0.2 },
      status: 200,
      aborted: false,
      abortedAt: null,
    });
    expect(JSON.stringify(first?.messages)).toContain('(200 characters)');
    expect(last).toMatchObject({ endpoint: 'embeddings', input: 'leave' });
    expect(JSON.stringify([first, last])).not.toContain('ada-key');
  });

  it('records a disconnect of the client, which stops the stream', async () => {
    await control('pace', { ms: 20 });
    const stop = new AbortController();
    const request = { model: MODEL, messages: createMessages('write 2000 words about tea'), stream: true as const };
    const stream = await ada.chat.completions.create(request, { signal: stop.signal });
    await stream[Symbol.asyncIterator]().next();
    const closedAt = Date.now();
    stop.abort();
    let entry: LoggedRequest | undefined;
    while (!entry?.aborted && Date.now() - closedAt < PATIENCE_MS) entry = (await listRequests()).at(-1);
    expect(entry).toMatchObject({ aborted: true, abortedAt: expect.any(String) });
    expect(entry?.frames).toBeLessThan(2_000);
  });

  it('keeps the newest 500 requests', async () => {
    const send = (index: number) =>
      post('/v1/embeddings', { model: 'text-embedding-lexical', input: `text ${index}` }).then((response) =>
        response.text(),
      );
    for (let start = 0; start < 510; start += 30) {
      await Promise.all(Array.from({ length: 30 }, (_, index) => send(start + index)));
    }
    expect(await listRequests()).toHaveLength(500);
  });
});

describe('a control that makes the model server imitate a provider or a recorded case', () => {
  const control = (path: string, body: object) =>
    fetch(`${models.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const ask = async () => {
    const body = { model: 'o4-mini', temperature: 0.5, messages: [{ role: 'user', content: 'hi' }] };
    const headers = { authorization: 'Bearer ada-key' };
    return fetch(`${models.url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
  };

  it('refuses what a provider refuses, and accepts it again after a reset', async () => {
    expect((await control('strictness', { provider: 'nobody' })).status).toBe(400);
    expect((await control('strictness', { provider: 'openai-reasoning' })).status).toBe(200);
    const refused = await ask();
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ error: { param: 'temperature', code: 'unsupported_value' } });
    await control('reset', {});
    expect((await ask()).status).toBe(200);
  });

  it('answers with a recorded case until a reset, and with the first one from its start', async () => {
    expect((await control('case', { name: '../cases/quota' })).status).toBe(400);
    expect(await (await control('case', { name: 'key-refused' })).json()).toEqual({ title: 'the key is refused' });
    expect((await ask()).status).toBe(401);
    await control('reset', {});
    expect((await ask()).status).toBe(200);
    const other = await startModels({ port: 0, recordedCase: 'think-tags' });
    const request = { method: 'POST', headers: { authorization: 'Bearer x' }, body: '{"model": "o4-mini"}' };
    const answer = await fetch(`${other.url}/v1/chat/completions`, request);
    expect(await answer.text()).toContain('"content": "<th"');
    await other.close();
  });

  it('does not start with an unknown case', async () => {
    await expect(startModels({ port: 0, recordedCase: 'nothing' })).rejects.toThrow("Unknown case 'nothing'");
  });
});
