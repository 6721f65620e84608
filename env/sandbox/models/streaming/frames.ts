import { SERVER_ERROR_MESSAGE } from '#sandbox/models/openai/apiError.ts';
import type { FinishReason, ToolCall, Usage } from '#sandbox/models/openai/apiTypes.ts';

type CompletionHead = { id: string; created: number; model: string; includeUsage: boolean };

/** The frames of an answer's event stream, in the API's order: role, deltas, finish reason, usage, done. */
export type Frames = {
  role(content: '' | null): string;
  content(text: string): string;
  /** In the field `reasoning_content`, as DeepSeek, vLLM and llama.cpp send it: https://api-docs.deepseek.com/guides/reasoning_model */
  thought(text: string): string;
  toolCallHead(index: number, call: ToolCall): string;
  toolCallArguments(index: number, text: string): string;
  finish(reason: FinishReason): string;
  /** Empty unless the request asked for usage. */
  usage(usage: Usage): string;
};

export const DONE_FRAME = 'data: [DONE]\n\n';
/** A frame with truncated JSON. */
export const MALFORMED_FRAME = 'data: {"id":"chatcmpl-broken","choices":[{"index":0,"delta":{"content":"hal\n\n';
/** The frame of a service that fails after the stream has started. */
export const ERROR_FRAME = `data: ${JSON.stringify({
  error: { message: SERVER_ERROR_MESSAGE, type: 'server_error', param: null, code: null },
})}\n\n`;

/** Serializes the constant parts of all frames once, so that a delta costs only the `JSON.stringify` of its text. */
export function createFrames({ id, created, model, includeUsage }: CompletionHead): Frames {
  const base = {
    id,
    object: 'chat.completion.chunk',
    created,
    model,
    service_tier: 'default',
    system_fingerprint: 'fp_sandbox',
  };
  const head = `data: ${JSON.stringify(base).slice(0, -1)},"choices":[`;
  const tail = includeUsage ? '],"usage":null}\n\n' : ']}\n\n';
  const createChoice = (delta: string, reason: FinishReason | null = null) =>
    `${head}{"index":0,"delta":${delta},"logprobs":null,"finish_reason":${JSON.stringify(reason)}}${tail}`;
  return {
    role: (content) => createChoice(JSON.stringify({ role: 'assistant', content, refusal: null })),
    content: (text) => createChoice(`{"content":${JSON.stringify(text)}}`),
    thought: (text) => createChoice(JSON.stringify({ reasoning_content: text })),
    toolCallHead: (index, { id: callId, function: { name } }) =>
      createChoice(
        JSON.stringify({ tool_calls: [{ index, id: callId, type: 'function', function: { name, arguments: '' } }] }),
      ),
    toolCallArguments: (index, text) =>
      createChoice(JSON.stringify({ tool_calls: [{ index, function: { arguments: text } }] })),
    finish: (reason) => createChoice('{}', reason),
    usage: (usage) => (includeUsage ? `${head}],"usage":${JSON.stringify(usage)}}\n\n` : ''),
  };
}
