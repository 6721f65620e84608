import { z } from 'zod';
import { Id } from '#contract/endpoint.ts';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { MessageFile } from '#contract/files/files.ts';
import { MAX_VERSIONS } from '#contract/limits.ts';
import { FunctionCall } from '#contract/runs/functionCalls.ts';
import { AnswerState, Citation, Thoughts } from '#contract/runs/answerEvents.ts';

export const Message = z.object({
  message_id: Id,
  source: z.enum(['User', 'AVA']),
  content: z.string(),
  timestamp: z.string(),
  state: AnswerState,
  run_id: Id.nullable(),
  seq: z.number().int(),
  links: z.array(Citation),
  thoughts: Thoughts.nullable().describe('of the model, for an answer; not part of copies, exports and later prompts'),
  calls: z.array(FunctionCall).describe('functions that the model called for an answer'),
  followUpQuestions: z.array(z.string()),
  files: z.array(MessageFile),
  versions: z
    .array(Id)
    .max(MAX_VERSIONS)
    .optional()
    .describe('ids of all versions of the message, oldest first; absent if there is only one'),
  author: z.string().nullable().optional().describe('in a copy: name of the person who asked'),
});
export type Message = z.infer<typeof Message>;

/** Summary of the messages before a page, for a client that has not loaded them. */
export const EarlierSummary = z.object({
  before: Id.describe('the oldest message of the page; pass it as `before` to get the page before'),
  tokens: z.number().int().describe('estimated tokens of all earlier messages and their images'),
  texts: z
    .array(z.object({ id: Id, tokens: z.number().int() }))
    .optional()
    .describe('their files with text, each once; whether a text is sent depends on all files and the model'),
  images: z.boolean().describe('whether any of them has an image'),
});
export type EarlierSummary = z.infer<typeof EarlierSummary>;

/** Whether a run wrote a message. A message that a client appends has `seq` 0; messages in a copied chat keep `seq`. */
export function isWrittenByRun({ source, seq }: Pick<Message, 'source' | 'seq'>): boolean {
  return source === 'AVA' && seq > 0;
}

/** Errors for which a client can append an answer of AVA. It sends the code, and the server writes the sentence. */
export const appendableErrors = ['invalid_mention'] as const satisfies readonly ErrorCode[];

const appendable = new Set<string>(appendableErrors.map((code) => errors[code].detail));

/** Whether AVA wrote a message: it was written by a run, or is a sentence of the server that a client appended. */
export function isSaidByAva(message: Pick<Message, 'source' | 'seq' | 'content'>): boolean {
  return isWrittenByRun(message) || (message.source === 'AVA' && appendable.has(message.content));
}

/** How an answer was produced. Fields of Knowledge Search are null in Chat. */
export const AnswerMetadata = z.object({
  message_id: Id,
  used_model: z.string(),
  temperature: z.number(),
  training_data_cutoff: z.string(),
  prompt_tokens: z.number().int().nullable(),
  answer_tokens: z.number().int().nullable(),
  first_token_ms: z.number().nullable(),
  total_ms: z.number().nullable(),
  EMBEDDING_MODEL: z.string().nullable(),
  similarity_search_time: z.number().nullable(),
  detected_intent: z.object({ category: z.string(), reason: z.string() }).nullable(),
  not_found: z.boolean().optional().describe('whether the answer says that nothing was found'),
});
export type AnswerMetadata = z.infer<typeof AnswerMetadata>;
