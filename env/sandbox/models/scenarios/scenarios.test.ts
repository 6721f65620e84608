import { performance } from 'node:perf_hooks';

import { startModels } from '#sandbox/models/server.ts';

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

/** Reads the data lines of a stream. */
async function readLines(response: Response): Promise<string[]> {
  return (await response.text()).split('\n\n').flatMap((line) => (line ? [line.slice('data: '.length)] : []));
}

function joinContent(lines: string[]): string {
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

describe('scenarios with an error reply', () => {
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

  it('can apply to embeddings and models', async () => {
    await control('scenario', { name: '429', on: 'embeddings' });
    await control('scenario', { name: '500', on: 'models' });
    expect((await post('embeddings', { model: 'text-embedding-lexical', input: 'x' })).status).toBe(429);
    expect((await fetch(`${models.url}/v1/models`, { headers: { authorization: 'Bearer x' } })).status).toBe(500);
    expect((await ask()).status).toBe(200);
  });
});

describe('a scenario', () => {
  it('applies to the given number of requests whose last message matches', async () => {
    await control('scenario', { name: '500', count: 2, match: 'tea' });
    const statuses = [];
    for (const text of ['tea?', 'coffee?', 'more tea', 'tea again']) statuses.push((await ask(text)).status);
    expect(statuses).toEqual([500, 200, 500, 200]);
  });

  it.each([{ name: 'flood' }, { name: 'slow', ms: -1 }, { name: 'slow', on: 'embeddings' }, { name: 'script' }, []])(
    'rejects %j',
    async (body) => {
      expect(await control('scenario', body)).toBe(400);
    },
  );
});

describe('scenarios of a response', () => {
  it('quoteText: quotes what the test demands, and refuses if no passage has it', async () => {
    const passage =
      '<passage n="4" source="Plan.pdf" place="page 2">The garden opens\non 3 May. Tea is at four.</passage>';
    const answers = [];
    for (const text of ['The garden opens on 3 May.', 'The garden opens on 4 May.']) {
      await control('scenario', { name: 'quoteText', text, count: 1 });
      answers.push(joinContent(await readLines(await ask(`${passage}\nWhen is tea?`))));
    }
    expect(answers).toEqual([
      'Plan.pdf, page 2: “The garden opens on 3 May.” [4]',
      'I found no sentence close enough to your question.',
    ]);
  });

  it('empty: an empty body; emptyStream: only the end; html: a page', async () => {
    for (const name of ['empty', 'emptyStream', 'html']) await control('scenario', { name, count: 1 });
    expect(await (await ask()).text()).toBe('');
    expect(await readLines(await ask())).toEqual(['[DONE]']);
    const page = await ask();
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(await page.text()).toMatch(/^<!doctype html>/);
  });

  it('late: delays the first byte; slow: delays each delta', async () => {
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

  it('silence: headers, then nothing until the client disconnects', async () => {
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
  it('noEnd: the given number of deltas, then a clean close', async () => {
    await control('scenario', { name: 'noEnd', deltas: 2 });
    const lines = await readLines(await ask());
    expect(joinContent(lines)).toBe('one two');
    expect(lines.join('')).not.toMatch(/\[DONE\]|"finish_reason":"/);
  });

  it('errorAfter and malformed: the given number of deltas, then an error object or invalid JSON', async () => {
    await control('scenario', { name: 'errorAfter', deltas: 3, count: 1 });
    await control('scenario', { name: 'malformed', deltas: 1, count: 1 });
    const failedLines = await readLines(await ask());
    expect(joinContent(failedLines)).toBe('one two three');
    expect(JSON.parse(failedLines.at(-1) ?? '')).toMatchObject({ error: { type: 'server_error' } });
    const malformedLines = await readLines(await ask());
    expect(joinContent(malformedLines)).toBe('one');
    expect(() => JSON.parse(malformedLines.at(-1) ?? '')).toThrow();
  });

  it('cutOff: destroys the socket after exactly the given number of bytes', async () => {
    await control('scenario', { name: 'cutOff', bytes: 700 });
    const response = await ask();
    let bytes = 0;
    const read = async () => {
      for await (const part of response.body ?? []) bytes += part.length;
    };
    await expect(read()).rejects.toThrow();
    expect(bytes).toBe(700);
  });

  it('contentFilter: ends with the finish reason content_filter', async () => {
    await control('scenario', { name: 'contentFilter', deltas: 2 });
    const lines = await readLines(await ask());
    expect(joinContent(lines)).toBe('one two');
    expect(lines.at(-2)).toContain('"finish_reason":"content_filter"');
    expect(lines.at(-1)).toBe('[DONE]');
  });

  it('script: the given text, in chunks of the given size', async () => {
    const text = 'Exactly **this** 😀, and no more.\n';
    await control('scenario', { name: 'script', text, chunk: 5 });
    const lines = await readLines(await ask());
    expect(joinContent(lines)).toBe(text);
    expect(lines).toHaveLength(Math.ceil(text.length / 5) + 3);
  });

  it('script: thoughts before the text, in a separate field', async () => {
    await control('scenario', { name: 'script', thoughts: 'Which one?', text: 'This one.', chunk: 5 });
    const lines = await readLines(await ask());
    expect(lines.slice(1, 3).map((line) => JSON.parse(line).choices[0].delta)).toEqual([
      { reasoning_content: 'Which' },
      { reasoning_content: ' one?' },
    ]);
    expect(joinContent(lines)).toBe('This one.');
    const whole = await (await ask('hi', { stream: false })).json();
    expect(whole.choices[0].message).toMatchObject({ content: 'This one.', reasoning_content: 'Which one?' });
  });

  it('clock: each delta has its number and the time', async () => {
    await control('scenario', { name: 'clock', deltas: 3 });
    const before = Date.now();
    const deltas = joinContent(await readLines(await ask()))
      .trim()
      .split(' ');
    expect(deltas.map((delta) => delta.split('@')[0])).toEqual(['0', '1', '2']);
    expect(Number(deltas[2]?.split('@')[1]) - before).toBeLessThan(5000);
  });

  it('have an equivalent for responses that are not streamed', async () => {
    for (const name of ['errorAfter', 'malformed', 'cutOff']) await control('scenario', { name, count: 1, bytes: 100 });
    expect((await ask('hi', { stream: false })).status).toBe(500);
    await expect((await ask('hi', { stream: false })).json()).rejects.toThrow();
    await expect((await ask('hi', { stream: false })).text()).rejects.toThrow();
  });
});

describe('pace', () => {
  it('waits the given time between deltas', async () => {
    await control('pace', { ms: 25, wordsPerDelta: 2 });
    const start = performance.now();
    const lines = await readLines(await ask('repeat after me: one two three four five six seven eight'));
    expect(performance.now() - start).toBeGreaterThanOrEqual(5 * 25 - 15);
    expect(lines.filter((line) => /"delta":\{"content"/.test(line))).toHaveLength(4);
  });

  it('sends many complete streams with one timer', async () => {
    const text = 'word '.repeat(40);
    await control('scenario', { name: 'script', text, chunk: 5, ms: 8 });
    const answers = await Promise.all(
      Array.from({ length: 100 }, async () => joinContent(await readLines(await ask()))),
    );
    expect(answers.every((answer) => answer === text)).toBe(true);
  });
});
