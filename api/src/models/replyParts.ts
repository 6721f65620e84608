import type { ToolCallDelta } from './callCollector.ts';

/** The content of a chunk or of a whole completion, in one form for all servers. */
export interface ReplyPart {
  text: string;
  thinking: string;
  calls: readonly ToolCallDelta[];
  finish: string | null;
  usage: { prompt: number; answer: number } | null;
  /** Whether it is the whole reply, not a chunk of it. */
  isWhole: boolean;
}

type Content = string | readonly unknown[] | null | undefined;

interface Message {
  content?: Content;
  refusal?: string | null;
  /** DeepSeek, vLLM, llama.cpp. */
  reasoning_content?: Content;
  /** OpenRouter, newer vLLM, Ollama. */
  reasoning?: Content;
  tool_calls?: readonly ToolCallDelta[] | null;
  /** The older form of `tool_calls`, which some servers still send. */
  function_call?: ToolCallDelta['function'] | null;
}

export interface Completion {
  choices?: readonly ({ delta?: Message | null; message?: Message | null; finish_reason?: unknown } | null)[] | null;
  usage?: { prompt_tokens?: number; completion_tokens?: number } | null;
}

/**
 * Reads the first choice of a chunk or a completion. Azure sends chunks without choices or without a delta, which only
 * carry results of its filters.
 */
export function readReplyPart(completion: Completion | null): ReplyPart {
  const { choices, usage } = completion ?? {};
  const choice = choices?.[0];
  const message = choice?.delta ?? choice?.message ?? {};
  return {
    text: joinText(message.content) || (message.refusal ?? ''),
    thinking: joinThoughts(message.content) + (toText(message.reasoning_content) || toText(message.reasoning)),
    calls: listCalls(message),
    finish: readFinish(choice?.finish_reason),
    usage:
      typeof usage?.prompt_tokens === 'number'
        ? { prompt: usage.prompt_tokens, answer: usage.completion_tokens ?? 0 }
        : null,
    isWhole: !choice?.delta && Boolean(choice?.message),
  };
}

function listCalls({ tool_calls: calls, function_call: call }: Message): readonly ToolCallDelta[] {
  if (Array.isArray(calls)) return calls.filter((delta) => typeof delta === 'object' && delta !== null);
  return call ? [{ index: 0, function: call }] : [];
}

/** Some servers send `""` or the text `"null"` instead of null. */
function readFinish(reason: unknown): string | null {
  return typeof reason === 'string' && reason !== '' && reason !== 'null' ? reason : null;
}

function toText(content: Content): string {
  return joinText(content) || joinThoughts(content);
}

function joinText(content: Content): string {
  return typeof content === 'string' ? content : joinParts(content, 'text');
}

function joinThoughts(content: Content): string {
  return typeof content === 'string' ? '' : joinParts(content, 'thinking');
}

/** Joins the parts of one type; Mistral nests the text of a thought in parts again. */
function joinParts(parts: Exclude<Content, string>, type: 'text' | 'thinking'): string {
  if (!Array.isArray(parts)) return '';
  return parts
    .map((part: unknown) => {
      if (typeof part === 'string') return type === 'text' ? part : '';
      if (typeof part !== 'object' || part === null || !('type' in part) || part.type !== type) return '';
      const value = type in part ? (part as Record<string, unknown>)[type] : '';
      return typeof value === 'string' ? value : Array.isArray(value) ? joinText(value) : '';
    })
    .join('');
}

export type Finish = 'stop' | 'length' | 'tools' | 'filtered' | 'failed';

/** The names that servers have for the end of an answer. An unknown one is a normal end. */
const FINISHES: Readonly<Record<string, Finish>> = {
  length: 'length',
  max_tokens: 'length',
  max_output_tokens: 'length',
  model_length: 'length',
  model_context_window_exceeded: 'length',
  tool_calls: 'tools',
  function_call: 'tools',
  tool_use: 'tools',
  content_filter: 'filtered',
  safety: 'filtered',
  refusal: 'filtered',
  sensitive: 'filtered',
  guardrail_intervened: 'filtered',
  prohibited_content: 'filtered',
  error: 'failed',
  network_error: 'failed',
  insufficient_system_resource: 'failed',
};

export function toFinish(reason: string): Finish {
  return FINISHES[reason.toLowerCase()] ?? 'stop';
}
