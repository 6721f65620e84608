import { z } from 'zod';
import { readArguments } from './readArguments.ts';

const schema = z.object({
  words: z.string().trim().min(1).max(200).optional(),
  page: z.number().int().min(1).max(100).default(1),
  exact: z.boolean().optional(),
  kinds: z.array(z.string()).optional(),
  order: z.enum(['Newest', 'Oldest']).optional(),
  limit: z.union([z.number(), z.null()]).optional(),
  range: z.object({ from: z.number() }).optional(),
});
const parameters = z.toJSONSchema(schema, { io: 'input' });
const read = (text: string) => readArguments(text, parameters, schema);

/** Arguments as models send them, each with a public report, and the arguments that AVA reads from them. */
const sent: [what: string, text: string, read: object][] = [
  ['a number as text (sipeed/picoclaw#400, Llama 3.3)', '{"page":"38"}', { page: 38 }],
  ['a number as text with blanks', '{"page":" 38 "}', { page: 38 }],
  ['a whole number as a fraction', '{"page":"38.0"}', { page: 38 }],
  ['words that are a number (PrefectHQ/fastmcp#62)', '{"words":2024}', { words: '2024' }],
  ['a boolean as text', '{"exact":"True"}', { exact: true }],
  ['null for what is left out (ZenRows/zenrows-mcp#23)', '{"words":null,"page":null,"kinds":null}', {}],
  ['words for none (UKGovernmentBEIS/inspect_ai#1477)', '{"page":"None","exact":"null","kinds":""}', {}],
  ['nothing for what is left out (PrefectHQ/fastmcp#3265)', '{"page":"","order":""}', {}],
  ['null where it is a value', '{"limit":null}', { limit: null }],
  ['a value for one of several types', '{"limit":"5"}', { limit: 5 }],
  ['one value for a list', '{"kinds":"pdf"}', { kinds: ['pdf'] }],
  ['a list as text (AtomicBot-ai/atomic-agent#182)', '{"kinds":"[\\"pdf\\",\\"docx\\"]"}', { kinds: ['pdf', 'docx'] }],
  ['an object as text', '{"range":"{\\"from\\":\\"2\\"}"}', { range: { from: 2 } }],
  ['a list of words for a text', '{"words":["travel","costs"]}', { words: 'travel costs' }],
  ['a list of one for a number', '{"page":["7"]}', { page: 7 }],
  ['a listed value in other case', '{"order":"newest "}', { order: 'Newest' }],
  ['names in other case', '{"Words":"x","PAGE":2}', { words: 'x', page: 2 }],
  ['a name that is there and in other case', '{"Words":"y","words":"x"}', { words: 'x' }],
  ['arguments that are not declared', '{"words":"x","lang":"en","__proto__":{"page":2}}', { words: 'x' }],
  ['no text (vercel/ai#4755)', '', {}],
  ['null (openclaw/openclaw#72628)', ' null ', {}],
  ['a list of nothing', '[]', {}],
  ['a list of one object', '[{"words":"x"}]', { words: 'x' }],
  ['JSON in JSON (vllm-project/vllm#25729, Granite 4)', JSON.stringify('{"words":"x"}'), { words: 'x' }],
  ['JSON in JSON in JSON', JSON.stringify(JSON.stringify('{"words":"x"}')), { words: 'x' }],
  [
    'text after it (vllm-project/vllm#40531, Mistral 7B)',
    '{"words":"a } b"}\n\nI will now search.',
    { words: 'a } b' },
  ],
  ['a brace too many (mangiucugna/json_repair#213)', '{"words":"x"}}', { words: 'x' }],
  ['the same twice', '{"words":"x"}{"words":"x"}', { words: 'x' }],
  ['the mark of a call (vllm-project/vllm#45167)', '{"words":"x"}</tool_call>', { words: 'x' }],
  ['a fence around it', '```json\n{"words":"x"}\n```', { words: 'x' }],
];

it.each(sent)('reads %s', (_, text, expected) => {
  expect(read(text)).toEqual({ page: 1, ...expected });
});

it('leaves valid arguments as they are', () => {
  expect(read('{"words":" 38 ","kinds":["true"]}')).toEqual({ page: 1, words: '38', kinds: ['true'] });
});

it.each([
  '{',
  '{"words":"x"',
  'search for x',
  '5',
  'true',
  '[{"words":"x"},{"words":"y"}]',
  '{"page":"seven"}',
  '{"page":"1e3"}',
  '{"page":"7.5"}',
  '{"page":["1","2"]}',
  '{"exact":"perhaps"}',
  '{"order":"best"}',
  '{"words":{"text":"x"}}',
  '{"words":" "}',
])('refuses %s, whose meaning is unclear', (text) => {
  expect(() => read(text)).toThrow(expect.objectContaining({ code: 'bad_request' }));
});

it.each([
  ['{"page":"seven"}', '"page" must be a whole number from 1 to 100'],
  ['{"page":900}', '"page" must be a whole number from 1 to 100'],
  ['{"exact":"perhaps"}', '"exact" must be true or false'],
  ['{"order":"best"}', '"order" must be one of "Newest", "Oldest"'],
  ['{"words":{}}', '"words" must be text of 1 to 200 characters'],
  ['{"kinds":[{}]}', '"kinds › item 1" must be text'],
  ['{"kinds":{}}', '"kinds › item 1" must be text'],
  ['{"limit":"many"}', '"limit" must be a number or null'],
  ['{"range":{}}', '"range › from" is missing (a number)'],
  [
    '{"page":0,"order":"best"}',
    '"page" must be a whole number from 1 to 100; "order" must be one of "Newest", "Oldest"',
  ],
  ['search', 'they must be a JSON object with "words", "page", "exact", "kinds", "order", "limit", "range"'],
])('for %s, the model is told %s', (text, problem) => {
  expect(() => read(text)).toThrow(
    expect.objectContaining({
      detail: `The model called this function with arguments that are not valid: ${problem}.`,
    }),
  );
});

it('reads 64 KB of braces in linear time, without an internal error', () => {
  for (const text of ['{'.repeat(65_536), '{"'.repeat(32_768), '['.repeat(65_536), '"'.repeat(65_535)])
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'bad_request' }));
});
