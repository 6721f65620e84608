import { z } from 'zod';
import { Id } from './endpoint.ts';
import { errors, type ErrorCode } from './errors.ts';
import { MessageFile } from './files.ts';
import { AnswerState, Citation } from './runs.ts';

export const Message = z.object({
  message_id: Id,
  source: z.enum(['User', 'AVA']),
  content: z.string(),
  timestamp: z.string(),
  state: AnswerState,
  run_id: Id.nullable(),
  seq: z.number().int(),
  links: z.array(Citation),
  followUpQuestions: z.array(z.string()),
  files: z.array(MessageFile),
});
export type Message = z.infer<typeof Message>;

/** What stands in a chat before a page of its messages. */
export const Earlier = z.object({
  before: Id.describe('the oldest message of the page; passed as `before`, it gives the page before'),
  tokens: z.number().int().describe('estimate of what all earlier messages and their files cost a model'),
  images: z.boolean().describe('whether any of them has an image'),
});
export type Earlier = z.infer<typeof Earlier>;

/** Whether the run of an answer wrote a message: what a client appends has no events. A copy of a chat keeps their number. */
export function isWrittenByRun({ source, seq }: Pick<Message, 'source' | 'seq'>): boolean {
  return source === 'AVA' && seq > 0;
}

/** What AVA answers without a model when a client rejects a message itself. The server writes the sentence of the code. */
export const appendableErrors = ['invalid_mention'] as const satisfies readonly ErrorCode[];

const appendable = new Set<string>(appendableErrors.map((code) => errors[code].detail));

/** Whether AVA says it: a run wrote it, or it is one of the sentences that the server appends. */
export function isSaidByAva(message: Pick<Message, 'source' | 'seq' | 'content'>): boolean {
  return isWrittenByRun(message) || (message.source === 'AVA' && appendable.has(message.content));
}

/** How an answer came about. What only Knowledge Search knows is null in Chat. */
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
});
export type AnswerMetadata = z.infer<typeof AnswerMetadata>;
