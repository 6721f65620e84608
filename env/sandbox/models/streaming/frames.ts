import { SERVER_ERROR_MESSAGE } from '../openai/apiError.ts';
import type { FinishReason, ToolCall, Usage } from '../openai/apiTypes.ts';

type CompletionHead = { id: string; created: number; model: string; includeUsage: boolean };

/** The lines of one answer's event stream, in the order the API sends them: role, deltas, finish, usage, done. */
export type Frames = {
  role(content: '' | null): string;
  content(text: string): string;
  toolCallHead(index: number, call: ToolCall): string;
  toolCallArguments(index: number, text: string): string;
  finish(reason: FinishReason): string;
  /** Empty unless the request asked for usage. */
  usage(usage: Usage): string;
};

export const DONE_FRAME = 'data: [DONE]\n\n';
/** A data line whose JSON breaks off. */
export const MALFORMED_FRAME = 'data: {"id":"chatcmpl-broken","choices":[{"index":0,"delta":{"content":"hal\n\n';
/** What the service writes into a stream that fails after it began. */
export const ERROR_FRAME = `data: ${JSON.stringify({
  error: { message: SERVER_ERROR_MESSAGE, type: 'server_error', param: null, code: null },
})}\n\n`;

/** Prepares the unchanging parts of every chunk once, so that a delta costs one `JSON.stringify` of its text. */
export function createFrames({ id, created, model, includeUsage }: CompletionHead): Frames {
  const base = {
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  };
  const open = `data: ${JSON.stringify(base).slice(0, -1)},"choices":[`;
  const close = includeUsage ? '],"usage":null}\n\n' : ']}\n\n';
  const choice = (delta: string, reason: FinishReason | null = null) =>
    `${open}{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${JSON.stringify(reason)}}${close}`;
  return {
    role: (content) => choice(JSON.stringify({ role: 'assistant', content, refusal: null })),
    content: (text) => choice(`{"content":${JSON.stringify(text)}}`),
    toolCallHead: (index, { id: callId, function: { name } }) =>
      choice(
        JSON.stringify({ tool_calls: [{ index, id: callId, type: 'function', function: { name, arguments: '' } }] }),
      ),
    toolCallArguments: (index, text) =>
      choice(JSON.stringify({ tool_calls: [{ index, function: { arguments: text } }] })),
    finish: (reason) => choice('{}', reason),
    usage: (usage) => (includeUsage ? `${open}],"usage":${JSON.stringify(usage)}}\n\n` : ''),
  };
}
