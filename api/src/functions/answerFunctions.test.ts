import { z } from 'zod';
import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import { AvaError } from '#contract/errors.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import { MAX_UNCOUNTED_CALLS, MAX_FUNCTION_CALLS, createAnswerFunctions } from './answerFunctions.ts';
import { defineFunction } from './avaFunction.ts';
import { functionTexts } from './functions.texts.ts';
import { limitResult, MAX_RESULT_BYTES } from './limitResult.ts';
import { createDataPassage } from './dataPassage.ts';

const clock = createManualClock();
const PASSAGE_TOKENS = 9_000;
const ctx = { clock, passageTokens: PASSAGE_TOKENS } as unknown as AppContext;
const person = { tenantId: 't', id: 'ada' } as Person;
const scope = { reading: { hasOtherTexts: false, ownTexts: [] }, saveOrigins: async () => undefined };

const slow = defineFunction({
  group: 'Slow',
  name: 'slow',
  title: 'Wait',
  description: 'Waits.',
  args: z.object({ ms: z.number() }),
  describe: ({ ms }) => `${ms} ms`,
  async run({ ctx: { clock: time } }, { ms }) {
    await time.sleep(ms);
    return { summary: 'Done.', passages: [] };
  },
});
const makeFunctions = () => createAnswerFunctions(ctx, person, [slow], scope);
const call = (ms: unknown) => ({ id: '1', name: 'slow', arguments: JSON.stringify({ ms }) });
const never = new AbortController().signal;

/** @proves threat:function-limits */
it('a call that takes too long fails; all calls of an answer together can take 60 s, without the time in which the model thinks', async () => {
  const functions = makeFunctions();
  const first = functions.perform(call(600_000), [], never).catch((error: unknown) => error);
  await clock.advance(30_000);
  expect(await first).toMatchObject({ detail: functionTexts.tooSlow });
  for (let n = 0; n < 5; n += 1) {
    await clock.advance(20_000);
    expect(functions.isOver()).toBe(false);
    const short = functions.perform(call(2_000 + n), [], never);
    await clock.advance(2_000 + n);
    await short;
  }
  await clock.advance(20_000);
  const second = functions.perform(call(600_001), [], never).catch((error: unknown) => error);
  await clock.advance(20_000);
  expect(await second).toMatchObject({ detail: functionTexts.timeIsUp });
  expect(functions.isOver()).toBe(true);
});

it('Stop ends a call that ignores its signal', async () => {
  const stop = new AbortController();
  const running = makeFunctions().perform(call(600_000), [], stop.signal);
  stop.abort(new Error('stopped'));
  await expect(running).rejects.toThrow('stopped');
});

it('failed calls count toward the calls of an answer', async () => {
  const functions = makeFunctions();
  for (let n = 0; n < MAX_FUNCTION_CALLS; n += 1) {
    expect(functions.isOver()).toBe(false);
    await expect(functions.perform({ ...call(1), name: 'send_mail' }, [], never)).rejects.toThrow('does not offer');
  }
  expect(functions.isOver()).toBe(true);
});

it('no further call is made when the results of the calls reach the token limit', async () => {
  const text = 'The budget of the roof is high. '.repeat(120);
  const long = defineFunction({
    group: 'Long',
    name: 'long',
    title: 'Read',
    description: 'Reads.',
    args: z.object({ n: z.number() }),
    describe: ({ n }) => `${n}`,
    run: async (_, { n }) => ({
      summary: 'Read.',
      passages: Array.from({ length: 8 }, () => createDataPassage({ id: `${n}`, name: 'Long', type: 'MAIL', text })),
    }),
  });
  const functions = createAnswerFunctions(ctx, person, [long], scope);
  let tokens = 0;
  let calls = 0;
  for (; !functions.isOver(); calls += 1) {
    const { passages } = await functions.perform({ id: '1', name: 'long', arguments: `{"n":${calls}}` }, [], never);
    expect(tokens).toBeLessThan(PASSAGE_TOKENS);
    tokens += await countTokens(passages.map((passage) => passage.text).join());
  }
  expect(tokens).toBeGreaterThanOrEqual(PASSAGE_TOKENS);
});

/** Makes calls as long as the answer allows it, at most 30, and returns how many these were. */
async function repeat(toCall: (n: number) => ReturnType<typeof call>) {
  const functions = makeFunctions();
  let count = 0;
  for (; !functions.isOver() && count < 30; count += 1) {
    if (functions.recall(toCall(count), [])) continue;
    const running = functions.perform(toCall(count), [], never).catch((error: unknown) => error);
    await clock.advance(count + 1);
    await running;
  }
  return count;
}

/** @proves threat:function-limits */
it('arguments that a model can correct do not count, but a model that never corrects them is stopped', async () => {
  expect(await repeat((n) => call(n < 3 ? 'soon' : n))).toBe(3 + MAX_FUNCTION_CALLS);
  expect(await repeat(() => call('soon'))).toBe(MAX_UNCOUNTED_CALLS + MAX_FUNCTION_CALLS);
});

/** @proves threat:function-limits */
it('a repeated call has the first result and does not count, but a model that loops is stopped', async () => {
  const functions = makeFunctions();
  expect(functions.recall(call(50), [])).toBeUndefined();
  const running = functions.perform(call(50), [], never);
  await clock.advance(50);
  // These arguments mean the same as those of the first call.
  expect(functions.recall({ id: '2', name: 'Slow', arguments: '{"ms":"50"}' }, [])).toBe(await running);
  expect(functions.recall(call(49), [])).toBeUndefined();
  expect(await repeat(() => call(0))).toBe(1 + MAX_UNCOUNTED_CALLS + MAX_FUNCTION_CALLS - 1);
});

it('a call that failed is performed again', async () => {
  let runs = 0;
  const fails = defineFunction({
    group: 'Fails',
    name: 'fails',
    title: 'Fail',
    description: 'Fails once.',
    args: z.object({}),
    describe: () => '',
    async run() {
      runs += 1;
      if (runs === 1) throw new AvaError('graph_unavailable');
      return { summary: 'Done.', passages: [] };
    },
  });
  const functions = createAnswerFunctions(ctx, person, [fails], scope);
  const sent = { id: '1', name: 'fails', arguments: '' };
  await expect(functions.perform(sent, [], never)).rejects.toThrow('graph_unavailable');
  expect(functions.recall(sent, [])).toBeUndefined();
  expect([await functions.perform(sent, [], never), runs]).toMatchObject([{ summary: 'Done.' }, 2]);
});

it.each(['', '{', '[]', 'null', '{"ms":"soon"}'])('the arguments %j are refused', (json) => {
  expect(makeFunctions().describe({ id: '1', name: 'slow', arguments: json }, [])).toEqual({
    title: 'Wait',
    asked: '',
  });
});

it('a call is understood although its name has a namespace or its arguments are text', async () => {
  const functions = makeFunctions();
  const sent = { id: '1', name: 'functions.Slow', arguments: '"{\\"ms\\":\\"5\\",\\"unit\\":\\"ms\\"}"' };
  expect(functions.describe(sent, [])).toEqual({ title: 'Wait', asked: '5 ms' });
  expect(functions.normalize(sent)).toEqual({ id: '1', name: 'slow', arguments: '{"ms":"5","unit":"ms"}' });
  const running = functions.perform(sent, [], never);
  await clock.advance(5);
  expect(await running).toMatchObject({ summary: 'Done.' });
});

it('a result is cut to its largest size, and an address that is not safe is not opened', () => {
  const passage = createDataPassage({
    id: '1',
    name: 'Mail',
    type: 'MAIL',
    text: 'x'.repeat(9_000),
    link: 'javascript:1',
  });
  const { passages, summary } = limitResult({ summary: 'Found.', passages: Array.from({ length: 60 }, () => passage) });
  expect(summary).toBe('Found. The result is too long; its end is left out.');
  const bytes = passages.reduce((total, { text }) => total + Buffer.byteLength(text), 0);
  expect([bytes <= MAX_RESULT_BYTES, passages.length > 5]).toEqual([true, true]);
  expect(passage).toMatchObject({ link: null, opens: 'nothing' });
});

it('the rules of functions name look-ups and calculations only if these are offered', () => {
  const getRules = (...names: string[]) => {
    const offered = names.map((name) => ({ ...slow, tool: { type: 'function' as const, function: { name } } }));
    return createAnswerFunctions(ctx, person, offered, scope).rules;
  };
  expect(getRules('find_people')).toMatch(/^You may call the functions/);
  expect(getRules('find_people')).not.toMatch(/look things up|query_table/);
  expect(getRules('query_table')).toMatch(/call the functions[^]*query_table/);
  expect(getRules('search', 'list')).toMatch(/call the functions[^]*look things up/);
});
