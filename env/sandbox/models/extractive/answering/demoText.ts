import { createRandom, type Random } from '#sandbox/random.ts';
import { closers, cells, items, lines, sections, sentences } from './demoTextParts.ts';
import { toTitleCase } from '#sandbox/models/extractive/tasks/chatTitle.ts';

type DemoTextRequest = { count: number; topic: string };

const MAX_WORDS = 20_000;
const REQUEST =
  /\bwrite\s+(?:me\s+)?(?:an?\s+|some\s+)?([\d,]{1,7})[- ]words?(?:\s+(?:essay|text|article|story|report|note))?\s+(?:about|on)\s+([^\n]+?)\s*[.!?]*\s*$/i;

/** Parses `write N words about X`; N is limited to 1 … 20,000. */
export function parseDemoTextRequest(message: string): DemoTextRequest | undefined {
  const [, count = '', topic = ''] = REQUEST.exec(message) ?? [];
  if (!topic) return undefined;
  return { count: Math.min(MAX_WORDS, Math.max(1, Number(count.replaceAll(',', '')))), topic };
}

/** Counts sequences of non-space characters that contain a letter or a digit. */
export function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function hashText(text: string): number {
  return [...text].reduce((hash, char) => Math.imul(hash ^ (char.codePointAt(0) ?? 0), 16_777_619), 2_166_136_261);
}

/** Minimum words of a text with sections; a shorter one has only sentences. */
const MIN_WORDS_FOR_SECTIONS = 60;

/** Minimum words below a heading. */
const MIN_WORDS_PER_SECTION = 30;

/**
 * Demonstration text: exactly `count` words of markdown about a topic, with headings, lists, tables and code. The same
 * request and seed give the same text.
 */
export function writeDemoText({ count, topic, seed }: DemoTextRequest & { seed?: number | undefined }): string {
  const random = createRandom(seed ?? hashText(`${count} ${topic}`));
  const blocks: string[] = [];
  let remaining = count;
  const add = (block: string): boolean => {
    const words = countWords(block);
    if (words > remaining) return false;
    remaining -= words;
    blocks.push(block);
    return true;
  };
  if (count >= MIN_WORDS_FOR_SECTIONS) {
    add(`# ${toTitleCase(topic.split(/\s+/))}`);
    add('*Demonstration text of the sandbox model, which knows nothing about its subject.*');
    for (const block of generateSections(topic, random)) if (remaining < MIN_WORDS_PER_SECTION || !add(block)) break;
  }
  add(writeParagraph(remaining, topic, random));
  return blocks.join('\n\n');
}

/** Generates sections without end: a heading, a paragraph, and alternately a list, a table or code. */
function* generateSections(topic: string, random: Random): Generator<string> {
  const names = shuffle(sections, random);
  const pool = createCycle(sentences, random);
  for (let index = 0; ; index += 1) {
    const name = names[index % names.length] ?? '';
    yield `## ${index < names.length ? name : `${name}, continued (${Math.floor(index / names.length) + 1})`}`;
    yield Array.from({ length: 3 + random.below(3) }, () => fillTemplate(pool(), topic)).join(' ');
    yield [writeList, writeTable, writeCode][index % 3]?.(topic, random) ?? '';
  }
}

function writeList(topic: string, random: Random): string {
  return shuffle(items, random)
    .slice(0, 4)
    .map((item) => `- ${fillTemplate(item, topic)}`)
    .join('\n');
}

function writeTable(_topic: string, random: Random): string {
  const rows = shuffle(cells, random)
    .slice(0, 4)
    .map((row) => `| ${row} | ${random.between(1, 12)} | ${random.below(101)} % |`);
  return ['| Step | Weeks | Done |', '| --- | ---: | ---: |', ...rows].join('\n');
}

function writeCode(topic: string, random: Random): string {
  const name = topic.replace(/[^\p{L}\p{N}]+/gu, '_').toLowerCase();
  const body = shuffle(lines, random)
    .slice(0, 3)
    .map((line) => `  ${line.replaceAll('{x}', name)}`);
  return ['```ts', `function review_${name}() {`, ...body, '}', '```'].join('\n');
}

/** Writes a paragraph of exactly `count` words: complete sentences, then closers of the remaining length. */
function writeParagraph(count: number, topic: string, random: Random): string {
  const pool = createCycle(sentences, random);
  const parts: string[] = [];
  let remaining = count;
  for (let tries = 0; tries < sentences.length * 2 && remaining > closers.length; tries += 1) {
    const sentence = fillTemplate(pool(), topic);
    const words = countWords(sentence);
    if (words > remaining) continue;
    parts.push(sentence);
    remaining -= words;
  }
  while (remaining > 0) {
    const closer = closers[Math.min(remaining, closers.length) - 1] ?? '';
    parts.push(closer);
    remaining -= countWords(closer);
  }
  return parts.join(' ');
}

function fillTemplate(sentence: string, topic: string): string {
  const text = sentence.replaceAll('{x}', topic);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function shuffle<Item>(all: readonly Item[], random: Random): Item[] {
  return all
    .map((item) => ({ item, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

/** Creates a function that returns the items one by one in random order, and shuffles them again after the last. */
function createCycle(all: readonly string[], random: Random): () => string {
  let rest: string[] = [];
  return () => {
    if (rest.length === 0) rest = shuffle(all, random);
    return rest.pop() ?? '';
  };
}
