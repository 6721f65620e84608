import { DEFAULT_CONTEXT_WINDOW, DEFAULT_MAX_OUTPUT_TOKENS, FILE_CONTEXT_MAX_BYTES } from '#contract/limits.ts';

/** The length of a file's text. */
export interface TextSize {
  id: string;
  tokens: number;
}

/** What a prompt contains of the texts of a conversation's files. */
export interface SentTexts {
  /** Ids of the files in which AVA looks things up, because their texts are too long to be sent. */
  lookedUp: string[];
  /** Tokens of the other texts, and of the least that is sent of what was found. */
  tokens: number;
}

/** Share of a model's window that the texts of files can take as a whole. The rest is for the conversation. */
const WHOLE_SHARE = 0.5;
/** About as many tokens as 1,048,576 bytes of text have: no more is sent to a model with a larger window. */
const MAX_WHOLE_TOKENS = FILE_CONTEXT_MAX_BYTES / 4;
/** Tokens that are kept free for what is found in files, so that an answer never misses it for lack of space. */
const FOUND_TOKENS = 3_600;

/** Decides which files are looked up: the longest ones, until the texts of the others fit. */
export function chooseLookedUp(
  texts: readonly TextSize[],
  model: { context_window: number; max_output_tokens: number } | null,
): SentTexts {
  const window = model?.context_window || DEFAULT_CONTEXT_WINDOW;
  const output = model?.max_output_tokens || DEFAULT_MAX_OUTPUT_TOKENS;
  const room = Math.min(MAX_WHOLE_TOKENS, Math.max(0, window - output) * WHOLE_SHARE);
  const lookedUp: string[] = [];
  // A file that is attached to several messages is sent once.
  const longestFirst = [...new Map(texts.map((text) => [text.id, text])).values()].toSorted(
    (a, b) => b.tokens - a.tokens,
  );
  let tokens = longestFirst.reduce((sum, text) => sum + text.tokens, 0);
  for (const text of longestFirst) {
    if (tokens <= room) break;
    lookedUp.push(text.id);
    tokens -= text.tokens;
  }
  return { lookedUp, tokens: lookedUp.length === 0 ? tokens : tokens + Math.min(FOUND_TOKENS, room) };
}
