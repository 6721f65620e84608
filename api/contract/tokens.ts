import { bytePairCounter, type Count } from './bytePairs.ts';
import {
  DEFAULT_CONTEXT_WINDOW,
  DEFAULT_MAX_OUTPUT_TOKENS,
  IMAGE_BASE_TOKENS,
  IMAGE_TILE_PX,
  IMAGE_TILE_TOKENS,
} from './limits.ts';

/**
 * Byte-pair encoding costs the square of the length of a run without a break, so longer runs are cut first. Slices of 128
 * cost little for a megabyte of random letters, and scripts without blanks rarely run on for longer; each cut moves a count
 * by a few tokens at most.
 */
const LONGEST_RUN = 128;
const longRuns = new RegExp(
  `[\\p{L}\\p{M}]{${LONGEST_RUN + 1},}|[^\\s\\p{L}\\p{N}]{${LONGEST_RUN + 1},}|\\s{${LONGEST_RUN + 1},}`,
  'gu',
);
/** Blocks are remembered up to this many characters in all: a conversation counted again costs only what is new. */
const MEMO_CHARACTERS = 4_000_000;
const MEMO_MIN_LENGTH = 200;

let loading: Promise<Count> | null = null;
const memo = new Map<string, number>();
let remembered = 0;

/** Loads the gpt-4o encoding (o200k_base) once; a megabyte of ranks, so never before it is needed. */
export function loadTokenizer(): Promise<Count> {
  loading ??= Promise.all([
    import('gpt-tokenizer/bpeRanks/o200k_base'),
    import('gpt-tokenizer/encodingParams/constants'),
  ]).then(([{ default: vocabulary }, { O200K_TOKEN_SPLIT_REGEX }]) => {
    const encode = bytePairCounter(vocabulary, O200K_TOKEN_SPLIT_REGEX);
    return (text: string) => countByParagraph(text, encode);
  });
  return loading;
}

/** Tokens of a text in the gpt-4o encoding; no text is taken for a special token. */
export async function countTokens(text: string): Promise<number> {
  return (await loadTokenizer())(text);
}

function countByParagraph(text: string, encode: Count): number {
  let total = 0;
  for (const block of paragraphs(text)) total += memoised(block, encode);
  return total;
}

/** Cuts after blank lines: the encoding joins them with blanks and slashes that follow and nothing else, so counts add up. */
function paragraphs(text: string): string[] {
  return text.split(/(?<=\n\n)(?=[^\s/])/);
}

function memoised(block: string, encode: Count): number {
  if (block.length < MEMO_MIN_LENGTH) return countCut(block, encode);
  const known = memo.get(block);
  if (known !== undefined) return known;
  const count = countCut(block, encode);
  if (remembered + block.length > MEMO_CHARACTERS) {
    memo.clear();
    remembered = 0;
  }
  memo.set(block, count);
  remembered += block.length;
  return count;
}

function countCut(text: string, encode: Count): number {
  let total = 0;
  let from = 0;
  for (const match of text.matchAll(longRuns)) {
    if (match.index > from) total += encode(text.slice(from, match.index));
    total += countRun(match[0], encode);
    from = match.index + match[0].length;
  }
  return from === 0 ? encode(text) : total + (from < text.length ? encode(text.slice(from)) : 0);
}

/** Equal slices of one long run, such as a hundred thousand spaces, are encoded once. */
function countRun(run: string, encode: Count): number {
  const seen = new Map<string, number>();
  let total = 0;
  for (let start = 0; start < run.length;) {
    let end = Math.min(start + LONGEST_RUN, run.length);
    if (end < run.length && /[\uD800-\uDBFF]/.test(run.charAt(end - 1))) end += 1;
    const slice = run.slice(start, end);
    const count = seen.get(slice) ?? encode(slice);
    seen.set(slice, count);
    total += count;
    start = end;
  }
  return total;
}

/** Tokens of one image of `width` × `height` pixels: 85 + ⌈w/512⌉ × ⌈h/512⌉ × 170 (specification, section 9). */
export function imageTokens(width: number, height: number): number {
  return IMAGE_BASE_TOKENS + Math.ceil(width / IMAGE_TILE_PX) * Math.ceil(height / IMAGE_TILE_PX) * IMAGE_TILE_TOKENS;
}

/** Sizes of AVA's own system prompt in tokens, held to the real text by api/src/answers/systemPrompt.test.ts. */
export const SYSTEM_PROMPT_TOKENS = 174;
export const SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS = 230;

/** What an answer would cost, in tokens; the base number is added by `estimate`. */
export interface MemoryParts {
  customInstructions: number;
  draft: number;
  files: number;
  conversation: number;
  images: number;
}

/** Estimated tokens: custom instructions + draft and files + conversation + images + a base (section 9). */
export function estimate(parts: MemoryParts, functionCalling: boolean): number {
  const base = functionCalling ? SYSTEM_PROMPT_TOKENS_WITH_FUNCTIONS : SYSTEM_PROMPT_TOKENS;
  return parts.customInstructions + parts.draft + parts.files + parts.conversation + parts.images + base;
}

/** Fullness in percent: tokens / (context window − output tokens), with the defaults of section 9 when unknown. */
export function memoryFullness(
  tokens: number,
  model: { context_window: number; max_output_tokens: number } | null,
): number {
  const window = model?.context_window || DEFAULT_CONTEXT_WINDOW;
  const output = model?.max_output_tokens || DEFAULT_MAX_OUTPUT_TOKENS;
  const room = window - output;
  return room <= 0 ? Infinity : (tokens / room) * 100;
}
