import { startModels } from '#sandbox/models/server.ts';

const MODEL = 'GPT-4o-2024-11-20-WUS3';

let models: Awaited<ReturnType<typeof startModels>>;

const post = (path: string, body: unknown, init: RequestInit = {}) =>
  fetch(models.url + path, {
    method: 'POST',
    headers: { authorization: 'Bearer ada-key' },
    body: JSON.stringify(body),
    ...init,
  });
const chat = (content: string, properties: object = {}) => ({
  model: MODEL,
  messages: [{ role: 'user', content }],
  ...properties,
});

beforeAll(async () => {
  models = await startModels({ port: 0 });
});
afterAll(() => models.close());

describe('the model server', () => {
  const getError = async (body: unknown, path = '/v1/chat/completions') => {
    const response = await post(path, body);
    const { error } = (await response.json()) as {
      error: { message: string; param: string | null; code: string | null };
    };
    return [response.status, error.code ?? error.message, error.param];
  };

  it('returns 401 without a key, in OpenAI’s format', async () => {
    const response = await post('/v1/chat/completions', chat('hi'), { headers: {} });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error', param: null, code: null } });
  });

  it.each([
    [{ ...chat('x'), model: 'gpt-9' }, 404, 'model_not_found', null],
    [{ ...chat('x'), model: undefined }, 400, 'you must provide a model parameter', null],
    [{ model: MODEL }, 400, 'missing_required_parameter', 'messages'],
    [{ model: MODEL, messages: [] }, 400, 'empty_array', 'messages'],
    [{ model: MODEL, messages: [{ role: 'boss', content: 'x' }] }, 400, 'invalid_value', 'messages[0].role'],
    [
      { model: MODEL, messages: [{ role: 'user', content: null }] },
      400,
      expect.stringContaining('got null'),
      'messages[0].content',
    ],
    [chat('x', { temperature: 3 }), 400, 'decimal_above_max_value', 'temperature'],
    [chat('x', { temperature: 'hot' }), 400, 'invalid_type', 'temperature'],
    [chat('x', { max_tokens: 0 }), 400, 'integer_below_min_value', 'max_tokens'],
    [chat('x', { max_tokens: 99_999 }), 400, 'invalid_value', 'max_tokens'],
    [
      chat('x', { stream_options: { include_usage: true } }),
      400,
      expect.stringContaining('only allowed'),
      'stream_options',
    ],
    [chat('x', { temprature: 1 }), 400, 'unknown_parameter', 'temprature'],
    [chat('x', { tool_choice: 'auto' }), 400, expect.stringContaining('only allowed'), 'tool_choice'],
    [chat('word '.repeat(130_000)), 400, 'context_length_exceeded', 'messages'],
    [
      { model: 'text-embedding-lexical', messages: [{ role: 'user', content: 'x' }] },
      400,
      expect.stringContaining('not a chat model'),
      'model',
    ],
    [
      { model: MODEL, messages: [{ role: 'tool', tool_call_id: 'x', content: 'x' }] },
      400,
      expect.stringContaining("role 'tool'"),
      'messages[0].role',
    ],
    [
      {
        model: 'o4-mini',
        messages: [
          { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://northwind.example/a.png' } }] },
        ],
      },
      400,
      expect.stringContaining('image_url is only supported'),
      'messages[0].content',
    ],
    [[], 400, expect.stringContaining('expected an object'), null],
  ])('rejects %j', async (body, status, code, param) => {
    expect(await getError(body)).toEqual([status, code, param]);
  });

  it('rejects invalid embeddings requests, invalid JSON and unknown paths', async () => {
    const model = 'text-embedding-lexical';
    const getEmbeddingsError = (body: object) => getError(body, '/v1/embeddings');
    expect(await getEmbeddingsError({ model, input: '' })).toEqual([400, 'empty_string', 'input']);
    expect(await getEmbeddingsError({ model, input: Array(2049).fill('x') })).toEqual([
      400,
      'array_above_max_length',
      'input',
    ]);
    expect(await getEmbeddingsError({ model, input: 'x', dimensions: 3072 })).toEqual([
      400,
      'integer_above_max_value',
      'dimensions',
    ]);
    expect(await getEmbeddingsError({ model: MODEL, input: 'x' })).toEqual([
      403,
      expect.stringContaining('not allowed'),
      null,
    ]);
    expect((await post('/v1/chat/completions', null, { body: '{"model":' })).status).toBe(400);
    expect((await post('/v1/answers', {})).status).toBe(404);
  });
});
