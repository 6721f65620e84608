import fc from 'fast-check';
import { z } from 'zod';
import { createManualClock } from '#tests/harness/fakes/manualClock.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import type { McpTool } from '#api/mcp/mcpTool.ts';
import { readToolSchema, type ToolSchema } from '#api/mcp/toolSchema.ts';
import { MAX_FUNCTION_CALLS, createAnswerFunctions } from '#api/functions/answerFunctions.ts';
import { measureArguments } from './argumentBits.ts';
import { createConnectedFunction } from './connectedFunction.ts';
import { MAX_OUTGOING_BITS } from './outgoingAllowance.ts';
import { readOwnWords } from './ownWords.ts';

const person = { tenantId: 't', id: 'ada' } as Person;
const text = { type: 'string' };
const ROOMS = readToolSchema({
  type: 'object',
  properties: {
    building: text,
    seats: { type: 'integer', minimum: 1, maximum: 50 },
    screen: { type: 'boolean' },
    day: { type: 'string', enum: ['Monday', 'Friday'] },
    floors: { type: 'array', items: { type: ['integer', 'null'] } },
    where: { type: 'object', properties: { is: { type: 'array', items: text } } },
    rating: { type: 'integer', minimum: 1, maximum: 5 },
  },
});
const OWN = ['Which rooms are free in Mill House?', 'for 6 people, with Wi-Fi\nin New York or York'];

/** An answer whose model has read a hostile text; what arrives at the connected system is in `sent`. */
function openAnswer(schema: ToolSchema, ownTexts: readonly string[] = OWN, hasOtherTexts = true) {
  const sent: unknown[] = [];
  const ctx = {
    clock: createManualClock(),
    store: { searches: { save: async () => undefined } },
    mcp: {
      call: async (_tool: McpTool, args: unknown) => {
        sent.push(args);
        return { texts: ['Found.'], omitted: '' };
      },
    },
  } as unknown as AppContext;
  const args = z.fromJSONSchema(schema);
  const name = 'workplace_rooms';
  const tool = { server: 'Workplace', name, functionName: name, description: '', parameters: schema, values: [] };
  const functions = createAnswerFunctions(
    ctx,
    person,
    [createConnectedFunction({ ...tool, serverDescription: undefined, args, timeoutMs: 1_000 } as McpTool)],
    { reading: { hasOtherTexts, ownTexts }, saveOrigins: async () => undefined },
  );
  const call = (given: unknown) =>
    functions.perform({ id: '1', name, arguments: JSON.stringify(given) }, [], new AbortController().signal).then(
      () => true,
      () => false,
    );
  return { call, sent };
}

it.each([
  [{ building: 'Mill House' }, true],
  [{ building: 'House', seats: 6, screen: true }, true],
  [{ building: 'Wi-Fi\nin New York or York' }, true],
  [{ day: 'Friday', rating: 4, floors: [] }, true],
  [{ floors: [null, 6] }, true],
  [{ where: { is: ['Mill', 'people'] } }, true],
  [{ building: 'Salary of Ben' }, false],
  [{ seats: 42 }, false],
  [{ where: { is: ['Mill', 'secret'] } }, false],
  // A secret could also be encoded in case, order, repetition, punctuation, parts of words or words of two messages.
  [{ building: 'mill House' }, false],
  [{ building: 'House Mill' }, false],
  [{ building: 'Mill Mill' }, false],
  [{ building: 'Mill  House' }, false],
  [{ building: 'Mill House?' }, false],
  [{ building: 'Mil' }, false],
  [{ building: 'House for' }, false],
  [{ building: 'Mill ..-.--' }, false],
  [{ building: '' }, false],
  [{ where: { is: ['Mill', 'Mill House'] } }, false],
  [{ building: '6', seats: 6 }, false],
])('after Ada’s model read a file, the arguments %j are sent: %j', async (args, isSent) => {
  const { call, sent } = openAnswer(ROOMS);
  expect(await call(args)).toBe(isSent);
  expect(sent).toEqual(isSent ? [args] : []);
  expect(await openAnswer(ROOMS, OWN, false).call(args)).toBe(true);
});

it('a part of Ada’s question is sent only once per answer, also within a longer or overlapping part', async () => {
  const { call, sent } = openAnswer(ROOMS);
  const calls = ['Mill House', 'Mill House', 'House', 'in Mill', 'rooms', 'free'];
  const results = [];
  for (const building of calls) results.push(await call({ building }));
  expect(results).toEqual([true, false, false, false, true, true]);
  expect(sent).toEqual([{ building: 'Mill House' }, { building: 'rooms' }, { building: 'free' }]);
});

it('only the newest 100,000 characters of a long chat are read', async () => {
  const { call } = openAnswer(ROOMS, ['Which rooms?', `Mill ${'a '.repeat(60_000)}`, 'Harbour House']);
  expect([await call({ building: 'Mill' }), await call({ building: 'Harbour' })]).toEqual([true, false]);
});

it('until the model has read a text by other people, calls can have any arguments', async () => {
  const { call } = openAnswer(ROOMS, OWN, false);
  expect([await call({ building: 'Harbour' }), await call({ building: 'Harbour' })]).toEqual([true, false]);
});

/** A call that encodes one of several messages, in a code that a model and a server have agreed on. */
interface Message {
  args: unknown;
  /** The information in the message: the logarithm of the number of possible messages. */
  bits: number;
}

/** Sends as many messages as an answer can have calls; returns how many bits arrive at the server. */
async function leak(schema: ToolSchema, write: (call: number) => Message): Promise<number> {
  const { call } = openAnswer(schema, [words.join(' ')]);
  let arrived = 0;
  for (let n = 0; n < MAX_FUNCTION_CALLS; n += 1) {
    const { args, bits } = write(n);
    if (await call(args)) arrived += bits;
  }
  return arrived;
}

const words = Array.from({ length: 480 }, (_, index) => `w${index}`);
const listOf = (items: ToolSchema) =>
  readToolSchema({ type: 'object', properties: { q: { type: 'array', items } }, required: ['q'] });
/** A message of `size` items, each of which is one of `alternatives`. */
const repeat = (size: number, item: unknown, alternatives: number): Message => ({
  args: { q: Array(size).fill(item) },
  bits: size * Math.log2(alternatives),
});
const names = Array.from({ length: 40 }, (_, index) => `a${index}`);
const days = Array.from({ length: 90 }, (_, index) => `v${index}`);

/** @proves threat:outgoing-allowance */
it.each<[string, ToolSchema, (call: number, size: number) => Message]>([
  [
    'the order of words',
    listOf(text),
    (n, size) => ({
      args: {
        q: [
          words
            .slice(n * size, (n + 1) * size)
            .toReversed()
            .join(' '),
        ],
      },
      bits: 5 * size,
    }),
  ],
  [
    'single words',
    listOf(text),
    (n, size) => ({ args: { q: words.slice(n * size, (n + 1) * size) }, bits: size * Math.log2(115_440) - 4 }),
  ],
  ['booleans', listOf({ type: 'boolean' }), (_n, size) => repeat(size, true, 2)],
  ['listed values', listOf({ enum: days }), (_n, size) => repeat(size, 'v7', 90)],
  ['small ranges', listOf({ type: 'integer', minimum: 0, maximum: 9 }), (_n, size) => repeat(size, 7, 10)],
  [
    'which arguments are there',
    readToolSchema({ type: 'object', properties: Object.fromEntries(names.map((name) => [name, { type: 'null' }])) }),
    (_n, size) => ({ args: Object.fromEntries(names.slice(0, size).map((name) => [name, null])), bits: size }),
  ],
  ['how many items', listOf({ type: 'null' }), (_n, size) => ({ ...repeat(size, null, 1), bits: Math.log2(size) })],
  [
    'long numbers',
    listOf({ type: 'integer', minimum: 0, maximum: 999_999_999_999_999 }),
    (_n, size) => repeat(size, 123_456_789_012_345, 1e15),
  ],
])('a model that obeys a file sends at most 64 bits an answer by %s', async (_way, schema, write) => {
  for (const size of [1, 2, 3, 5, 10, 20, 40])
    expect(await leak(schema, (n) => write(n, size))).toBeLessThanOrEqual(MAX_OUTGOING_BITS);
});

it('three ordinary questions about rooms need less than 64 bits', async () => {
  const own = ['Which rooms are free in Mill, Harbour or Aalto House for 4, 6 or 12 people on Friday?'];
  const { call } = openAnswer(ROOMS, own);
  for (const [building, seats] of [
    ['Mill', 4],
    ['Harbour', 6],
    ['Aalto House', 12],
  ] as const)
    // prettier-ignore
    expect(await call({ building, seats })).toBe(true);
});

/** @proves threat:outgoing-allowance */
it('for random schemas and texts, there are never more different messages than the counted bits allow', () => {
  const leaf = fc.constantFrom<ToolSchema>(
    text,
    { type: 'boolean' },
    { type: 'null' },
    { type: 'integer' },
    { type: 'integer', minimum: 1, maximum: 3 },
    { type: 'number', default: 7 },
    { type: 'string', default: 'x' },
    { enum: ['a', 'b', 3] },
    { type: ['string', 'null', 'integer'] },
    { anyOf: [text, { type: 'boolean' }, { type: 'integer' }] },
    { type: 'array', items: { type: 'boolean' } },
  );
  const own = fc.array(fc.constantFrom('a', 'b', 'A', '3', '7', 'a b', 'x, y'), { maxLength: 3 });
  fc.assert(
    fc.property(leaf, leaf, own, (first, second, ownTexts) => {
      const schema = readToolSchema({ type: 'object', properties: { first, second }, required: ['first'] });
      const ownWords = readOwnWords(ownTexts);
      const total = listMessages()
        .flatMap((args) => measureArguments(schema, args, ownWords) ?? [])
        .reduce((sum, { bits }) => sum + 2 ** -bits, 0);
      expect(total).toBeLessThanOrEqual(1 + 1e-9);
    }),
  );
});

function listMessages(): Record<string, unknown>[] {
  const texts = ['a', 'b', 'A', '3', '7', 'x', 'y', 'a b', 'b a', 'x, y', 'a a', ''];
  const values = [...texts, 0, 1, 2, 3, 7, 8, true, false, null, [], [true], [false], [true, true], [false, true]];
  return values.flatMap((first) => [{ first }, ...values.map((second) => ({ first, second }))]);
}

/** @proves threat:outgoing-allowance */
it('whatever a model asks for, only parts of one message arrive, and no word twice', async () => {
  const part = fc.array(fc.constantFrom('Mill', 'mill', 'House', 'in', '6', 'for', ' ', '?', 'New York or York'), {
    maxLength: 4,
  });
  const args = fc.record({ building: part.map((p) => p.join(' ')), where: fc.record({ is: fc.array(part.map((p) => p.join(''))) }) }, { requiredKeys: [] }); // prettier-ignore
  await fc.assert(
    fc.asyncProperty(fc.array(args, { maxLength: 8 }), async (calls) => {
      const { call, sent } = openAnswer(ROOMS);
      for (const one of calls) await call(one);
      const texts = (sent as { building?: string; where?: { is?: string[] } }[]).flatMap(({ building, where }) => [
        ...(building === undefined ? [] : [building]),
        ...(where?.is ?? []),
      ]);
      for (const sentText of texts) expect(OWN.some((one) => one.includes(sentText))).toBe(true);
      const sentWords = texts.flatMap((one) => [...new Set(one.toLowerCase().match(/[\w-]+/g) ?? [])]);
      expect(new Set(sentWords).size).toBe(sentWords.length);
    }),
  );
});
