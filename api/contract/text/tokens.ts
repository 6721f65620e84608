import { bytePairCounter, type TokenCounter } from './bytePairs.ts';
import {
  DEFAULT_CONTEXT_WINDOW,
  DEFAULT_MAX_OUTPUT_TOKENS,
  IMAGE_BASE_TOKENS,
  IMAGE_TILE_PX,
  IMAGE_TILE_TOKENS,
} from '#contract/limits.ts';

/**
 * Byte-pair encoding takes quadratic time in the length of an unbroken run of characters, so long runs are cut. With
 * 128 characters, a megabyte of random letters is fast, and scripts without blanks rarely have longer runs. Each cut
 * changes the count by a few tokens at most.
 */
const MAX_RUN_CHARACTERS = 128;
const longRuns = new RegExp(
  `[\\p{L}\\p{M}]{${MAX_RUN_CHARACTERS + 1},}|[^\\s\\p{L}\\p{N}]{${MAX_RUN_CHARACTERS + 1},}|\\s{${MAX_RUN_CHARACTERS + 1},}`,
  'gu',
);
/** Maximum size of the cache. When a conversation is counted again, only its new paragraphs are encoded. */
const MAX_CACHED_CHARACTERS = 4_000_000;
const MIN_CACHED_CHARACTERS = 200;

const encoder = new TextEncoder();

/** Maximum number of tokens of a text: each token of the encoding is at least one byte of UTF-8. */
export function maxTokens(text: string): number {
  return encoder.encode(text).length;
}

let loading: Promise<TokenCounter> | null = null;
const cache = new Map<string, number>();
let cachedCharacters = 0;

/** Loads the gpt-4o encoding (o200k_base) once. Loaded lazily, because its ranks take a megabyte. */
export function loadTokenizer(): Promise<TokenCounter> {
  loading ??= import('js-tiktoken/ranks/o200k_base').then(({ default: { bpe_ranks, pat_str } }) => {
    const encode = bytePairCounter(parseRanks(bpe_ranks), new RegExp(pat_str, 'gu'));
    return (text: string) => countByParagraph(text, encode);
  });
  return loading;
}

/** Parses the table of an encoding. Each line has `!`, the rank of its first token, and its tokens in base64. */
function parseRanks(table: string): string[] {
  return table.split('\n').flatMap((line) => line.split(' ').slice(2).map(atob));
}

/** Counts the tokens of a text in the gpt-4o encoding. Special tokens in the text count as plain text. */
export async function countTokens(text: string): Promise<number> {
  return (await loadTokenizer())(text);
}

function countByParagraph(text: string, encode: TokenCounter): number {
  let total = 0;
  for (const block of splitParagraphs(text)) total += countCached(block, encode);
  return total;
}

/**
 * Splits a text after blank lines, but not before a blank or a slash: only these can be in one token with the line
 * breaks before them. So the counts of the paragraphs add up.
 */
function splitParagraphs(text: string): string[] {
  return text.split(/(?<=\n\n)(?=[^\s/])/);
}

function countCached(block: string, encode: TokenCounter): number {
  if (block.length < MIN_CACHED_CHARACTERS) return countSlices(block, encode);
  const cached = cache.get(block);
  if (cached !== undefined) return cached;
  const count = countSlices(block, encode);
  if (cachedCharacters + block.length > MAX_CACHED_CHARACTERS) {
    cache.clear();
    cachedCharacters = 0;
  }
  cache.set(block, count);
  cachedCharacters += block.length;
  return count;
}

function countSlices(text: string, encode: TokenCounter): number {
  let total = 0;
  let start = 0;
  for (const match of text.matchAll(longRuns)) {
    if (match.index > start) total += encode(text.slice(start, match.index));
    total += countRun(match[0], encode);
    start = match.index + match[0].length;
  }
  return start === 0 ? encode(text) : total + (start < text.length ? encode(text.slice(start)) : 0);
}

/** Counts a long run of characters in slices. Equal slices are encoded once, such as those of 100,000 spaces. */
function countRun(run: string, encode: TokenCounter): number {
  const counts = new Map<string, number>();
  let total = 0;
  for (let start = 0; start < run.length;) {
    let end = Math.min(start + MAX_RUN_CHARACTERS, run.length);
    if (end < run.length && /[\uD800-\uDBFF]/.test(run.charAt(end - 1))) end += 1;
    const slice = run.slice(start, end);
    const count = counts.get(slice) ?? encode(slice);
    counts.set(slice, count);
    total += count;
    start = end;
  }
  return total;
}

/** Tokens of one image of `width` × `height` pixels: 85 + ⌈w/512⌉ × ⌈h/512⌉ × 170 (see docs/product.md, Context usage). */
export function imageTokens(width: number, height: number): number {
  return IMAGE_BASE_TOKENS + Math.ceil(width / IMAGE_TILE_PX) * Math.ceil(height / IMAGE_TILE_PX) * IMAGE_TILE_TOKENS;
}

/** Tokens of AVA's system prompt with its look-ups; api/src/functions/offeredFunctions.test.ts compares them with the real text. */
export const SYSTEM_PROMPT_TOKENS = 1_224;
/** Tokens of the system prompt with its look-ups and with the descriptions of AVA's functions. */
export const SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS = 1_764;

/** Estimated tokens of the parts of a prompt. `estimate` adds the system prompt. */
export interface ContextUsageParts {
  customInstructions: number;
  draft: number;
  files: number;
  conversation: number;
  images: number;
}

/** Estimated tokens: custom instructions + draft and files + conversation + images + the system prompt. */
export function estimate(parts: ContextUsageParts, functionCalling: boolean): number {
  const base = functionCalling ? SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS : SYSTEM_PROMPT_TOKENS;
  return parts.customInstructions + parts.draft + parts.files + parts.conversation + parts.images + base;
}

/** Fullness in percent: tokens / (context window − output tokens), with the defaults of `limits.ts` for an unknown model. */
export function memoryFullness(
  tokens: number,
  model: { context_window: number; max_output_tokens: number } | null,
): number {
  const window = model?.context_window || DEFAULT_CONTEXT_WINDOW;
  const output = model?.max_output_tokens || DEFAULT_MAX_OUTPUT_TOKENS;
  const available = window - output;
  return available <= 0 ? Infinity : (tokens / available) * 100;
}
