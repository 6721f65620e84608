import fc from 'fast-check';
import { getEncoding } from 'js-tiktoken';
import { DEFAULT_CONTEXT_WINDOW, DEFAULT_MAX_OUTPUT_TOKENS } from '#contract/limits.ts';
import {
  countTokens,
  estimate,
  imageTokens,
  memoryFullness,
  SYSTEM_PROMPT_TOKENS,
  SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS,
} from './tokens.ts';

/** The gpt-4o encoding in js-tiktoken, with which AVA's own counts are compared. */
const reference = getEncoding('o200k_base');
const expected = (text: string) => reference.encode(text, [], []).length;

const scripts: Record<string, string> = {
  English:
    "AVA's budget for 2027 isn't final: travel is $40,000 (−12%), rent stays at 12.5k/month.\n\nSee page 3, or ask Ada!",
  German: 'Die Reisekosten betragen vierzigtausend Euro; Überweisungen größerer Beträge bedürfen der Genehmigung.',
  Russian: 'Командировочные расходы составляют сорок тысяч евро в год, включая проживание.',
  Greek: 'Ο προϋπολογισμός των ταξιδιών είναι σαράντα χιλιάδες ευρώ.',
  Arabic: 'تبلغ ميزانية السفر أربعين ألف يورو سنويًا، بما في ذلك الإقامة.',
  Hebrew: 'תקציב הנסיעות הוא ארבעים אלף אירו בשנה.',
  Hindi: 'यात्रा का बजट प्रति वर्ष चालीस हज़ार यूरो है।',
  Thai: 'งบประมาณการเดินทางคือสี่หมื่นยูโรต่อปี',
  Chinese: '差旅预算为每年四万欧元，包括住宿费用。',
  Japanese: '出張予算は宿泊費を含めて年間四万ユーロです。',
  Korean: '출장 예산은 숙박비를 포함하여 연간 사만 유로입니다.',
  Emoji: 'Well done 👩‍👩‍👧‍👦 🇫🇷 👍🏽 – see you ☕️ at 4!',
  Code: 'export function add(a: number, b: number): number {\n  // sum\n  return a + b; /* ok */\n}\n\n\n    indented();\r\n',
  Markdown: '# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n- one\n  - two\n\n```js\nx = 1\n```\n',
  Table: 'name;amount;date\r\nAda;12,5;2026-11-20\r\nBen;7;2026-11-21\r\n',
  Addresses: 'https://northwind.example/sites/finance?id=%7BA-1%7D&x=1#top \\\\server\\share\\file.txt /usr/bin/env',
};

it.each(Object.entries(scripts))(
  '%s has the token count of the reference, once and in many paragraphs',
  async (_, text) => {
    expect(await countTokens(text)).toBe(expected(text));
    const long = Array.from({ length: 40 }, (__, index) => `${text} ${index}`).join('\n\n');
    expect(await countTokens(long)).toBe(expected(long));
  },
);

it('counts ordinary text like the reference, wherever its blank lines are', async () => {
  const word = fc.oneof(
    fc.constantFrom(...Object.values(scripts).flatMap((text) => text.split(' ').slice(0, 6))),
    fc.string({ maxLength: 12 }),
    fc.constantFrom('\n', '\n\n', '\r\n\r\n', '\n\n/', '\n\n ', '!\n\n', '\t', '  ', '0123456789', "'s", '…'),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 60 }), fc.constantFrom(' ', '', '\n\n'), async (words, between) => {
      const text = words.join(between);
      fc.pre(!/[\p{L}\p{M}]{129}|[^\s\p{L}\p{N}]{129}|\s{129}/u.test(text));
      expect(await countTokens(text)).toBe(expected(text));
    }),
    { numRuns: 400 },
  );
});

it('counts special tokens as plain text', async () => {
  const text = 'Say <|endoftext|> and <|endofprompt|>.';
  expect(await countTokens(text)).toBe(expected(text));
  expect(await countTokens(text)).toBeGreaterThan(10);
});

it.each([
  ['letters', 'abcdefghijklmnopqrstuvwxyz'.repeat(20)],
  ['one letter', 'a'.repeat(500)],
  ['characters', '差旅预算为每年四万欧元'.repeat(40)],
  ['signs', '-=*_'.repeat(125)],
  ['blanks', ' '.repeat(500)],
  ['emoji', '😀👍🏽'.repeat(100)],
  ['accents in pieces', 'e\u0301'.repeat(250)],
])('counts a long run of %s in slices, each at most a few tokens off', async (_, run) => {
  const text = `Before ${run} after`;
  expect(Math.abs((await countTokens(text)) - expected(text))).toBeLessThanOrEqual(4 * Math.ceil(run.length / 128));
});

it.each([
  ['one letter', 'a'.repeat(1_048_576)],
  ['blanks', ' '.repeat(1_048_576)],
  ['line ends', '\n'.repeat(1_048_576)],
  ['emoji', '😀'.repeat(262_144)],
  [
    'base64',
    Buffer.from(Uint8Array.from({ length: 786_432 }, (_, index) => (index * 2_654_435_761) >>> 13)).toString('base64'),
  ],
  ['words', 'The budget for travel is forty thousand. '.repeat(25_000)],
  ['characters', '差旅预算'.repeat(87_381)],
])('counts a megabyte of %s in little CPU time', async (_, text) => {
  await countTokens('warm');
  const usageBefore = process.cpuUsage();
  expect(await countTokens(text)).toBeGreaterThan(0);
  // It takes half a second on an idle machine.
  expect(process.cpuUsage(usageBefore).user / 1_000).toBeLessThan(3_000);
});

it('counts a conversation again in a fraction of the time', async () => {
  // Random words, which are not cached yet.
  const paragraph = () => Array.from({ length: 60 }, () => Math.random().toString(36).slice(2)).join(' ');
  const conversation = Array.from({ length: 500 }, () => `${paragraph()}\n\n`).join('');
  const measure = async (text: string) => {
    const usageBefore = process.cpuUsage();
    return { count: await countTokens(text), ms: process.cpuUsage(usageBefore).user / 1_000 };
  };
  const first = await measure(conversation);
  const laterTimes = [];
  for (const more of ['One more.', 'Two more.', 'Three more.']) {
    const { count, ms } = await measure(`${conversation}${more}`);
    expect(count).toBe(first.count + expected(more));
    laterTimes.push(ms);
  }
  // The minimum, because a garbage collection can run during one of them.
  expect(Math.min(...laterTimes)).toBeLessThan(first.ms / 3);
});

it.each([
  [1, 1, 255],
  [512, 512, 255],
  [513, 512, 425],
  [1_024, 1_024, 765],
  [1_025, 1_024, 1_105],
  [1_024, 300, 425],
  [0, 0, 85],
])('an image of %i × %i px costs %i tokens', (width, height, tokens) => {
  expect(imageTokens(width, height)).toBe(tokens);
});

it('estimates a prompt as the sum of its parts and the system prompt', () => {
  const parts = { customInstructions: 1, draft: 20, files: 300, conversation: 4_000, images: 50_000 };
  expect(estimate(parts, false)).toBe(54_321 + SYSTEM_PROMPT_TOKENS);
  expect(estimate(parts, true)).toBe(54_321 + SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS);
  expect(SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS).toBeGreaterThan(SYSTEM_PROMPT_TOKENS);
});

it('computes the fullness as tokens divided by the context window minus the output', () => {
  expect(memoryFullness(48_000, { context_window: 100_000, max_output_tokens: 4_000 })).toBe(50);
  expect(memoryFullness(96_001, { context_window: 100_000, max_output_tokens: 4_000 })).toBeGreaterThan(100);
  expect(memoryFullness(0, { context_window: 8_000, max_output_tokens: 1_000 })).toBe(0);
});

it('uses the specification’s defaults for unknown sizes, and Infinity for a window without space', () => {
  const available = DEFAULT_CONTEXT_WINDOW - DEFAULT_MAX_OUTPUT_TOKENS;
  expect(memoryFullness(available, null)).toBe(100);
  expect(memoryFullness(available, { context_window: 0, max_output_tokens: 0 })).toBe(100);
  expect(memoryFullness(50_000, { context_window: 0, max_output_tokens: 50_000 })).toBe(100);
  expect(memoryFullness(1, { context_window: 4_000, max_output_tokens: 4_000 })).toBe(Infinity);
  expect(memoryFullness(1, { context_window: 4_000, max_output_tokens: 8_000 })).toBe(Infinity);
});
