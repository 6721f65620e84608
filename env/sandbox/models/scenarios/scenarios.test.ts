import { performance } from 'node:perf_hooks';

import { startModels } from '../server.ts';

let models: Awaited<ReturnType<typeof startModels>>;

const control = async (path: string, body: object = {}) => {
  const response = await fetch(`${models.url}/_sandbox/${path}`, { method: 'POST', body: JSON.stringify(body) });
  return response.status;
};
const post = (path: string, body: object, signal?: AbortSignal) =>
  fetch(`${models.url}/v1/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer ada-key' },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
const ask = (content = 'repeat after me: one two three four five', more: object = {}) =>
  post('chat/completions', { model: 'o4-mini', stream: true, messages: [{ role: 'user', content }], ...more });

/** The data lines of a stream, as far as they came. */
async function linesOf(response: Response): Promise<string[]> {
  return (await response.text()).split('\n\n').flatMap((line) => (line ? [line.slice('data: '.length)] : []));
}

function contentOf(lines: string[]): string {
  const parsed = lines
    .filter((line) => line.startsWith('{"id":"chatcmpl-') && line.endsWith('}'))
    .map((line) => JSON.parse(line));
  return parsed
    .map((chunk: { choices: { delta: { content?: string } }[] }) => chunk.choices[0]?.delta.content ?? '')
    .join('');
}

beforeAll(async () => {
  models = await startModels({ port: 0 });
});
beforeEach(async () => {
  await control('reset');
  await control('pace', { ms: 0 });
});
afterAll(() => models.close());

describe('scenarios that refuse', () => {
  it.each([
    ['429', { retryAfter: 7 }, 429, 'rate_limit_exceeded'],
    ['500', {}, 500, null],
    ['500', { status: 503 }, 503, null],
    ['401', {}, 401, 'invalid_api_key'],
  ])('%s %j', async (name, params, status, code) => {
    await control('scenario', { name, ...params });
    const response = await ask();
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe(status === 429 ? '7' : null);
    expect(await response.json()).toMatchObject({ error: { code } });
  });

  it('befall embeddings and models too, when asked to', async () => {
    await control('scenario', { name: '429', on: 'embeddings' });
    await control('scenario', { name: '500', on: 'models' });
    expect((await post('embeddings', { model: 'text-embedding-lexical', input: 'x' })).status).toBe(429);
    expect((await fetch(`${models.url}/v1/models`, { headers: { authorization: 'Bearer x' } })).status).toBe(500);
    expect((await ask()).status).toBe(200);
  });
});

describe('choosing requests', () => {
  it('counts down, and matches the last message', async () => {
    await control('scenario', { name: '500', count: 2, match: 'tea' });
    const statuses = [];
    for (const text of ['tea?', 'coffee?', 'more tea', 'tea again']) statuses.push((await ask(text)).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
  });

  it.each([{ name: 'flood' }, { name: 'slow', ms: -1 }, { name: 'slow', on: 'embeddings' }, { name: 'script' }, []])(
    'refuses %j',
    async (body) => {
      expect(await control('scenario', body)).toBe(400);
    },
  );
});

describe('scenarios of a response', () => {
  it('empty: nothing at all; emptyStream: only the end; html: a page', async () => {
    for (const name of ['empty', 'emptyStream', 'html']) await control('scenario', { name, count: 1 });
    expect(await (await ask()).text()).toBe('');
    expect(await linesOf(await ask())).toEqual(['[DONE]']);
    const page = await ask();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toMatch(/^<!doctype html>/);
  });

  it('late: the first byte comes after so many ms; slow: each delta does', async () => {
    await control('scenario', { name: 'late', ms: 120, count: 1 });
    await control('scenario', { name: 'slow', ms: 40, count: 1 });
    const times = [];
    for (let round = 0; round < 2; round += 1) {
      const start = performance.now();
      await (await ask()).text();
      times.push(performance.now() - start);
    }
    expect(times[0]).toBeGreaterThanOrEqual(115);
    expect(times[1]).toBeGreaterThanOrEqual(5 * 40 - 20);
  });

  it('silence: headers, then nothing until the client goes', async () => {
    await control('scenario', { name: 'silence' });
    const response = await ask();
    expect(response.headers.get('content-type')).toMatch(/event-stream/);
    const reader = response.body?.getReader();
    const first = await Promise.race([reader?.read(), new Promise((resolve) => setTimeout(resolve, 150, 'nothing'))]);
    expect(first).toBe('nothing');
    await reader?.cancel();
  });
});

describe('scenarios inside a stream', () => {
  it('noEnd: so many deltas and a clean close', async () => {
    await control('scenario', { name: 'noEnd', deltas: 2 });
    const lines = await linesOf(await ask());
    expect(contentOf(lines)).toBe('one two');
    expect(lines.join('')).not.toMatch(/\[DONE\]|"finish_reason":"/);
  });

  it('errorAfter and malformed: so many deltas, then an error object, or broken JSON', async () => {
    await control('scenario', { name: 'errorAfter', deltas: 3, count: 1 });
    await control('scenario', { name: 'malformed', deltas: 1, count: 1 });
    const failed = await linesOf(await ask());
    expect(contentOf(failed)).toBe('one two three');
    expect(JSON.parse(failed.at(-1) ?? '')).toMatchObject({ error: { type: 'server_error' } });
    const broken = await linesOf(await ask());
    expect(contentOf(broken)).toBe('one');
    expect(() => JSON.parse(broken.at(-1) ?? '')).toThrow();
  });

  it('cutOff: the socket dies after exactly so many bytes', async () => {
    await control('scenario', { name: 'cutOff', bytes: 700 });
    const response = await ask();
    let bytes = 0;
    const read = async () => {
      for await (const part of response.body ?? []) bytes += part.length;
    };
    await expect(read()).rejects.toThrow();
    expect(bytes).toBe(700);
  });

  it('contentFilter: the service breaks off and says why', async () => {
    await control('scenario', { name: 'contentFilter', deltas: 2 });
    const lines = await linesOf(await ask());
    expect(contentOf(lines)).toBe('one two');
    expect(lines.at(-2)).toContain('"finish_reason":"content_filter"');
    expect(lines.at(-1)).toBe('[DONE]');
  });

  it('script: the given text, in pieces of so many characters', async () => {
    const text = 'Exactly **this** 😀, and no more.\n';
    await control('scenario', { name: 'script', text, chunk: 5 });
    const lines = await linesOf(await ask());
    expect(contentOf(lines)).toBe(text);
    expect(lines).toHaveLength(Math.ceil(text.length / 5) + 3);
  });

  it('clock: each delta says its number and the time', async () => {
    await control('scenario', { name: 'clock', deltas: 3 });
    const before = Date.now();
    const deltas = contentOf(await linesOf(await ask()))
      .trim()
      .split(' ');
    expect(deltas.map((delta) => delta.split('@')[0])).toEqual(['0', '1', '2']);
    expect(Number(deltas[2]?.split('@')[1]) - before).toBeLessThan(5000);
  });

  it('they break responses that are not streamed in their own way', async () => {
    for (const name of ['errorAfter', 'malformed', 'cutOff']) await control('scenario', { name, count: 1, bytes: 100 });
    expect((await ask('hi', { stream: false })).status).toBe(500);
    await expect((await ask('hi', { stream: false })).json()).rejects.toThrow();
    await expect((await ask('hi', { stream: false })).text()).rejects.toThrow();
  });
});

describe('pace', () => {
  it('keeps the given time between deltas', async () => {
    await control('pace', { ms: 25, wordsPerDelta: 2 });
    const start = performance.now();
    const lines = await linesOf(await ask('repeat after me: one two three four five six seven eight'));
    expect(performance.now() - start).toBeGreaterThanOrEqual(5 * 25 - 15);
    expect(lines.filter((line) => /"delta":\{"content"/.test(line))).toHaveLength(4);
  });

  it('serves many streams on one timer, each whole', async () => {
    const text = 'word '.repeat(40);
    await control('scenario', { name: 'script', text, chunk: 5, ms: 8 });
    const answers = await Promise.all(Array.from({ length: 100 }, async () => contentOf(await linesOf(await ask()))));
    expect(answers.every((answer) => answer === text)).toBe(true);
  });
});
