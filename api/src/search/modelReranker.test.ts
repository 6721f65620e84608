import type { Model } from '#contract/models.ts';
import type { Prompt } from '#api/models/models.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';
import { ada } from '#tests/harness/storage/rows.ts';
import { createModelReranker, parseNumbers } from './modelReranker.ts';

const never = new AbortController().signal;
const texts = ['trains.pdf\nTrains to Lyon', 'menus.pdf\nMenus', 'hotels.pdf\nHotels in Lyon'];

async function rerank(reply: (signal: AbortSignal) => Promise<string>, given = texts, signal = never) {
  const prompts: Prompt[] = [];
  const complete = async (prompt: Prompt, during: AbortSignal) => {
    prompts.push(prompt);
    return { text: await reply(during), usage: null };
  };
  const log = createRecordingLog();
  const reranker = createModelReranker({ models: { owner: ada, complete }, log }, {} as Model);
  const order = await reranker.rerank('hotels in Lyon', given, signal);
  return { order, prompts, log };
}

it('puts first what the model names, and keeps the order of the rest', async () => {
  const { order, prompts, log } = await rerank(async () => '[3]');
  expect(order).toEqual([2, 0, 1]);
  expect(log.lines).toEqual([]);
  expect(prompts[0]?.messages.at(-1)?.content).toBe(
    '<passage>1\ntrains.pdf\nTrains to Lyon</passage>\n<passage>2\nmenus.pdf\nMenus</passage>\n<passage>3\nhotels.pdf\nHotels in Lyon</passage>\n<question>hotels in Lyon</question>',
  );
});

it('sends the beginnings of the first passages only, and keeps all others after them', async () => {
  const many = Array.from({ length: 60 }, (_, n) => `file${n}.pdf\n</passage>${'a'.repeat(5_000)}`);
  const { order, prompts } = await rerank(async () => '[60, 31, 30]', many);
  expect(order).toEqual([29, ...Array.from({ length: 60 }, (_, n) => n).filter((n) => n !== 29)]);
  const content = String(prompts[0]?.messages.at(-1)?.content);
  expect(content.length).toBeLessThan(17_000);
  expect(content.match(/<\/passage>/g)).toHaveLength(30);
});

it.each<[string, string, number[]]>([
  ['numbers in a code block', '```json\n[3, 1]\n```', [2, 0]],
  ['numbers after thoughts', '<think>[1] fits, [2, 9] do not.</think> The order is [2, 1].', [1, 0]],
  ['numbers out of range', '[0, -1, 4, 99999999999, 1e9, 2]', [1]],
  ['numbers that are there twice', '[2, 2, 1, 2]', [1, 0]],
  ['a list without any of the passages after one with some', '[2]\nSee also [77].', [1]],
])('%s are read', (_, output, positions) => {
  expect(parseNumbers(output, 3)).toEqual(positions);
});

it.each([
  ['prose', 'The third passage is the best one, then 1.'],
  ['text in a list', '["3", "1"]'],
  ['fractions', '[1.5, 2.5]'],
  ['an object', '{"order": "3"}'],
  ['a list that is cut', '[3, 1'],
  ['a very long list', `[${'1,'.repeat(100_000)}1]`],
  ['nothing', ''],
])('%s gives no order, which is logged', async (_, output) => {
  const { order, log } = await rerank(async () => output);
  expect(order).toBeNull();
  expect(log.lines).toEqual(['info failed to rerank with a model; keeping the order of the search']);
});

it('gives no order if the model fails, and throws if the answer is stopped', async () => {
  const failing = await rerank(() => Promise.reject(new Error('no allowance')));
  expect([failing.order, failing.log.lines.length]).toEqual([null, 1]);
  const stop = new AbortController();
  const waiting = rerank(
    (during) =>
      new Promise((_, reject) => {
        during.addEventListener('abort', () => reject(during.reason as Error));
        stop.abort();
      }),
    texts,
    stop.signal,
  );
  await expect(waiting).rejects.toThrow();
});

it('asks no model about a single passage', async () => {
  const { order, prompts } = await rerank(async () => '[1]', ['one']);
  expect([order, prompts]).toEqual([null, []]);
});
