import { closers, cells, items, lines, sections, sentences } from './demoTextParts.ts';
import { titleCase } from '../tasks/chatTitle.ts';

type Asked = { count: number; topic: string };

const MOST_WORDS = 20_000;
const ASKED =
  /\bwrite\s+(?:me\s+)?(?:an?\s+|some\s+)?([\d,]{1,7})[- ]words?(?:\s+(?:essay|text|article|story|report|note))?\s+(?:about|on)\s+([^\n]+?)\s*[.!?]*\s*$/i;

/** Reads `write N words about X`; N is held between 1 and 20,000. */
export function wordsAsked(message: string): Asked | undefined {
  const [, count = '', topic = ''] = ASKED.exec(message) ?? [];
  if (!topic) return undefined;
  return { count: Math.min(MOST_WORDS, Math.max(1, Number(count.replaceAll(',', '')))), topic };
}

/** Words of a text as a person counts them: runs without blanks that hold a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** A source of numbers 0 … 1 that repeats itself for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function seedOf(text: string): number {
  return [...text].reduce((hash, sign) => Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261);
}

/** Below this many words there is room for plain sentences only. */
const LEAST_FOR_STRUCTURE = 60;

/** A heading wants at least this much under it. */
const LEAST_FOR_SECTION = 30;

/**
 * Demonstration text: exactly `count` words of markdown about a topic, with headings, lists, tables and code. The same
 * request and seed give the same text.
 */
export function write({ count, topic, seed }: Asked & { seed?: number | undefined }): string {
  const random = randomOf(seed ?? seedOf(`${count} ${topic}`));
  const blocks: string[] = [];
  let left = count;
  const add = (block: string): boolean => {
    const words = countWords(block);
    if (words > left) return false;
    left -= words;
    blocks.push(block);
    return true;
  };
  if (count >= LEAST_FOR_STRUCTURE) {
    add(`# ${titleCase(topic.split(/\s+/))}`);
    add('*Demonstration text of the sandbox model, which knows nothing about its subject.*');
    for (const block of structured(topic, random)) if (left < LEAST_FOR_SECTION || !add(block)) break;
  }
  add(exactly(left, topic, random));
  return blocks.join('\n\n');
}

/** Sections without end: a heading, a paragraph, and by turns a list, a table and a piece of code. */
function* structured(topic: string, random: () => number): Generator<string> {
  const names = shuffled(sections, random);
  const pool = cycle(sentences, random);
  for (let at = 0; ; at += 1) {
    const name = names[at % names.length] ?? '';
    yield `## ${at < names.length ? name : `${name}, continued (${Math.floor(at / names.length) + 1})`}`;
    yield Array.from({ length: 3 + Math.floor(random() * 3) }, () => filled(pool(), topic)).join(' ');
    yield [list, table, code][at % 3]?.(topic, random) ?? '';
  }
}

function list(topic: string, random: () => number): string {
  return shuffled(items, random)
    .slice(0, 4)
    .map((item) => `- ${filled(item, topic)}`)
    .join('\n');
}

function table(_topic: string, random: () => number): string {
  const rows = shuffled(cells, random)
    .slice(0, 4)
    .map((row) => `| ${row} | ${1 + Math.floor(random() * 12)} | ${Math.floor(random() * 101)} % |`);
  return ['| Step | Weeks | Done |', '| --- | ---: | ---: |', ...rows].join('\n');
}

function code(topic: string, random: () => number): string {
  const name = topic.replace(/[^\p{L}\p{N}]+/gu, '_').toLowerCase();
  const body = shuffled(lines, random)
    .slice(0, 3)
    .map((line) => `  ${line.replaceAll('{x}', name)}`);
  return ['```ts', `function review_${name}() {`, ...body, '}', '```'].join('\n');
}

/** A paragraph of exactly so many words: sentences while they fit, then closers whose lengths make up the rest. */
function exactly(count: number, topic: string, random: () => number): string {
  const pool = cycle(sentences, random);
  const parts: string[] = [];
  let left = count;
  for (let tries = 0; tries < sentences.length * 2 && left > closers.length; tries += 1) {
    const sentence = filled(pool(), topic);
    const words = countWords(sentence);
    if (words > left) continue;
    parts.push(sentence);
    left -= words;
  }
  while (left > 0) {
    const closer = closers[Math.min(left, closers.length) - 1] ?? '';
    parts.push(closer);
    left -= countWords(closer);
  }
  return parts.join(' ');
}

function filled(sentence: string, topic: string): string {
  const text = sentence.replaceAll('{x}', topic);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shuffled<Item>(all: readonly Item[], random: () => number): Item[] {
  return all
    .map((item) => ({ item, key: random() }))
    .sort((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

/** Gives the items in a shuffled order, shuffled anew each time they are used up. */
function cycle(all: readonly string[], random: () => number): () => string {
  let rest: string[] = [];
  return () => {
    if (rest.length === 0) rest = shuffled(all, random);
    return rest.pop() ?? '';
  };
}
