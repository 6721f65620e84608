import OpenAI, { AzureOpenAI } from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions';
import type { CompletionUsage } from 'openai/resources/completions';
import { AvaError } from '../../contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '../../contract/limits.ts';
import type { Model } from '../../contract/models.ts';
import { createEmbedder, type Embedder } from './embedder.ts';
import { createModelCatalog, type ModelsFile } from './modelCatalog.ts';
import { createCallCollector, type ToolCall } from './callCollector.ts';
import { readChunks } from './readChunks.ts';

export type ModelMessage = ChatCompletionMessageParam;
export type ModelTool = ChatCompletionTool;

export interface Prompt {
  model: Model;
  messages: readonly ModelMessage[];
  temperature: number;
  tools?: readonly ModelTool[];
  /** Whether the model must answer without another call. */
  withoutCalls?: boolean;
}

/** Tokens as the model server reports them. */
export interface ModelUsage {
  prompt: number;
  answer: number;
}

/** An event of a streamed answer. The last one is always `finish`; a stream without it throws. */
export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'tools'; calls: ToolCall[] }
  | { type: 'finish'; finish: 'stop' | 'length' | 'tools'; usage: ModelUsage | null };

export interface Models extends Embedder {
  list(): Promise<Model[]>;
  /** Finds a model by alias, name or deployment. Throws `unknown_model`. */
  find(name: string): Promise<Model>;
  /** Streams an answer. Retries only before the first event. Throws `AvaError` if the answer is incomplete. */
  stream(prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent>;
  /** Returns a short answer as a whole, for titles and follow-up questions. */
  complete(prompt: Prompt, signal: AbortSignal): Promise<{ text: string; usage: ModelUsage | null }>;
}

export type ModelOptions = { file: ModelsFile | null; embeddingModel?: string | undefined } & (
  | { kind: 'openai'; baseUrl: string; apiKey: string }
  | { kind: 'azure'; endpoint: string; apiKey: string; apiVersion: string }
);

/** How often the client library repeats a failed request. */
const MAX_RETRIES = 2;

export function createModels(options: ModelOptions): Models {
  const shared = { maxRetries: MAX_RETRIES, timeout: REQUEST_TIMEOUT_MS };
  const client =
    options.kind === 'azure'
      ? new AzureOpenAI({
          ...shared,
          endpoint: options.endpoint,
          apiKey: options.apiKey,
          apiVersion: options.apiVersion,
        })
      : new OpenAI({ ...shared, baseURL: options.baseUrl, apiKey: options.apiKey });
  const catalog = createModelCatalog(client, options.file, options.embeddingModel);
  const embedder = createEmbedder({
    client,
    listModels: catalog.list,
    model: options.embeddingModel,
    toError: toModelError,
  });

  const toRequest = (prompt: Prompt) => ({
    model: prompt.model.deployment_name,
    messages: [...prompt.messages],
    temperature: prompt.temperature,
    top_p: prompt.model.top_p,
    max_tokens: prompt.model.max_output_tokens,
    ...(prompt.tools?.length ? { tools: [...prompt.tools] } : {}),
    ...(prompt.tools?.length && prompt.withoutCalls ? { tool_choice: 'none' as const } : {}),
  });

  async function openStream(prompt: Prompt, signal: AbortSignal): Promise<Response> {
    const response = await client.chat.completions
      .create({ ...toRequest(prompt), stream: true, stream_options: { include_usage: true } }, { signal })
      .asResponse()
      .catch((cause: unknown) => {
        throw toModelError(cause, signal);
      });
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream')) return response;
    await response.body?.cancel();
    throw new AvaError('model_unavailable', { cause: new Error(`the model server answered ${type || 'nothing'}`) });
  }

  return {
    ...catalog,
    ...embedder,

    async *stream(prompt, signal) {
      const response = await openStream(prompt, signal);
      const collector = createCallCollector();
      let finish: 'stop' | 'length' | 'tools' | null = null;
      let usage: ModelUsage | null = null;
      try {
        for await (const chunk of readChunks(response, REQUEST_TIMEOUT_MS)) {
          const choice = chunk.choices[0];
          usage = toUsage(chunk.usage) ?? usage;
          if (choice?.delta.content) yield { type: 'text', text: choice.delta.content };
          collector.add(choice?.delta.tool_calls);
          if (choice?.finish_reason) finish = toFinish(choice.finish_reason);
        }
      } catch (cause) {
        throw toModelError(cause, signal);
      }
      if (!finish)
        throw new AvaError('model_unavailable', { cause: new Error('the stream ended without a finish reason') });
      const calls = collector.list();
      if (calls.length > 0) yield { type: 'tools', calls };
      yield { type: 'finish', finish, usage };
    },

    async complete(prompt, signal) {
      const answer = await client.chat.completions
        .create({ ...toRequest(prompt), stream: false }, { signal })
        .catch((cause: unknown) => {
          throw toModelError(cause, signal);
        });
      return { text: answer.choices?.[0]?.message.content ?? '', usage: toUsage(answer.usage) };
    },
  };
}

function toUsage(usage: CompletionUsage | null | undefined): ModelUsage | null {
  return usage ? { prompt: usage.prompt_tokens, answer: usage.completion_tokens } : null;
}

function toFinish(reason: string): 'stop' | 'length' | 'tools' {
  if (reason === 'length') return 'length';
  if (reason === 'tool_calls' || reason === 'function_call') return 'tools';
  if (reason === 'content_filter') {
    throw new AvaError('model_unavailable', { detail: 'The model declined to answer because of its content rules.' });
  }
  return 'stop';
}

function toModelError(cause: unknown, signal: AbortSignal): unknown {
  if (signal.aborted || cause instanceof AvaError) return cause;
  if (cause instanceof OpenAI.APIError && cause.status === 429) {
    const retryAfter = Number(cause.headers?.get('retry-after'));
    return new AvaError('too_many_requests', { cause, ...(retryAfter > 0 ? { retryAfter } : {}) });
  }
  if (cause instanceof OpenAI.APIError && (cause.status === 413 || cause.code === 'context_length_exceeded')) {
    return new AvaError('too_large', { cause });
  }
  if (cause instanceof OpenAI.NotFoundError) return new AvaError('unknown_model', { cause });
  return new AvaError('model_unavailable', { cause });
}
