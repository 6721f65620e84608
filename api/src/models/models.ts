import OpenAI, { AzureOpenAI } from 'openai';
import type { ChatCompletionCreateParams } from 'openai/resources/chat/completions';
import { AvaError } from '#contract/errors.ts';
import { REQUEST_TIMEOUT_MS } from '#contract/limits.ts';
import type { Model } from '#contract/models.ts';
import type { Log } from '#platform/log.ts';
import { createEmbedder, type Embedder } from './embedder.ts';
import { createModelCatalog, type DescribedParameters, type ModelsFile } from './modelCatalog.ts';
import { createCallCollector, type ToolCall } from './callCollector.ts';
import { fetchWithReadableErrors } from './errorBody.ts';
import { toModelError } from './modelErrors.ts';
import type { Prompt } from './prompt.ts';
import { readReply } from './readReply.ts';
import { toFinish, type ReplyPart } from './replyParts.ts';
import { createRequestParameters } from './requestParameters.ts';
import { sendRequest } from './sendRequest.ts';
import { createThoughtSplitter, createThoughtStyles, type ReplyText, type ThoughtSplitter } from './thoughts.ts';

export type { ModelMessage, ModelTool, Prompt } from './prompt.ts';

/** Tokens as the model server reports them. */
export interface ModelUsage {
  prompt: number;
  answer: number;
}

/** An event of a streamed answer. The last one is always `finish`; a stream without it throws. */
export type ModelEvent =
  | { type: 'text'; text: string }
  /** What the model thinks before it answers: no part of the answer. */
  | { type: 'thinking'; text: string }
  | { type: 'tools'; calls: ToolCall[] }
  | { type: 'finish'; finish: 'stop' | 'length' | 'tools'; usage: ModelUsage | null };

export interface Models extends Embedder {
  list(): Promise<Model[]>;
  /** Finds a model by alias, name or deployment. Throws `unknown_model`. */
  find(name: string): Promise<Model>;
  /** The temperature that a model is described with; undefined if nobody has described one. */
  getTemperature(model: Model): number | undefined;
  /** Whether a model can call functions, as far as MODELS_FILE and refusals of its server say. */
  canCall(model: Model): boolean;
  /** Streams an answer. Retries only before the first event. Throws `AvaError` if the answer is incomplete. */
  stream(prompt: Prompt, signal: AbortSignal): AsyncGenerator<ModelEvent>;
  /** Returns a short answer as a whole and without thoughts, for titles and follow-up questions. */
  complete(prompt: Prompt, signal: AbortSignal): Promise<{ text: string; usage: ModelUsage | null }>;
  /** What MODELS_FILE says of a model, and what its server has taught since the process started. */
  describeParameters(model: Model): DescribedParameters;
  /** Replaces AVA's key in what a server said. */
  hideKey(text: string): string;
}

export type ModelOptions = { file: ModelsFile | null; embeddingModel?: string | undefined; log?: Log } & (
  | { kind: 'openai'; baseUrl: string; apiKey: string }
  | { kind: 'azure'; endpoint: string; apiKey: string; apiVersion: string }
);

/** Servers on the same machine need any key, such as `x`, which is no secret and part of many words. */
const MIN_SECRET_LENGTH = 6;

export function createModels(options: ModelOptions): Models {
  // No retries by the client library, because it would also repeat requests that timed out. AVA retries itself.
  const shared = { maxRetries: 0, timeout: REQUEST_TIMEOUT_MS, fetch: fetchWithReadableErrors };
  const client =
    options.kind === 'azure'
      ? new AzureOpenAI({
          ...shared,
          endpoint: options.endpoint,
          apiKey: options.apiKey,
          apiVersion: options.apiVersion,
        })
      : new OpenAI({ ...shared, baseURL: options.baseUrl, apiKey: options.apiKey });
  const { getParameters, ...catalog } = createModelCatalog(client, options.file, options.embeddingModel);
  const embedder = createEmbedder({
    client,
    listModels: catalog.list,
    model: options.embeddingModel,
  });
  const parameters = createRequestParameters(getParameters, options.log);
  const styles = createThoughtStyles((deployment) => getParameters(deployment).thoughts, options.kind === 'azure');

  function getFirstTokenMs({ deployment_name }: Model): number {
    const seconds = getParameters(deployment_name).first_token_seconds;
    return seconds === undefined ? REQUEST_TIMEOUT_MS : seconds * 1_000;
  }

  /** Sends a request until the model accepts its parameters. Returns the response with the headers. */
  async function request(prompt: Prompt, stream: boolean, signal: AbortSignal): Promise<Response> {
    let body = parameters.build(prompt, stream);
    try {
      return await sendRequest({
        send: () =>
          client.chat.completions
            .create(body as unknown as ChatCompletionCreateParams, { signal, timeout: getFirstTokenMs(prompt.model) })
            .asResponse(),
        correct: (error) => {
          if (!parameters.learn(prompt, body, error)) return false;
          body = parameters.build(prompt, stream);
          return true;
        },
        signal,
      });
    } catch (error) {
      if (error instanceof AvaError) logFailure(prompt.model, error);
      throw error;
    }
  }

  /** Logs the server's own words for an administrator. The person only reads a sentence. */
  function logFailure({ deployment_name }: Model, error: AvaError): void {
    const { cause } = error;
    const [status, reason] = cause instanceof OpenAI.APIError ? [cause.status, cause.message] : [undefined, undefined];
    options.log?.warn({ code: error.code, model: deployment_name, status, reason, error }, 'model request failed');
  }

  function toFailure(cause: unknown, model: Model, signal: AbortSignal): unknown {
    const error = toModelError(cause, signal);
    if (error instanceof AvaError) logFailure(model, error);
    return error;
  }

  /** The events of a reply, which is asked for as a stream or as a whole. */
  async function* readEvents(prompt: Prompt, stream: boolean, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const { model } = prompt;
    const response = await request(prompt, stream, signal);
    const collector = createCallCollector();
    const splitter = createThoughtSplitter(styles.get(model.deployment_name));
    const times = { firstTokenMs: getFirstTokenMs(model), silenceMs: REQUEST_TIMEOUT_MS };
    let reason: string | null = null;
    let usage: ModelUsage | null = null;
    let failure: { cause: unknown } | null = null;
    try {
      for await (const part of readReply(response, times)) {
        yield* splitPart(part, splitter);
        collector.add(part.calls);
        reason = part.finish ?? reason;
        usage = part.usage ?? usage;
      }
    } catch (cause) {
      failure = { cause };
    }
    // Adds the text that was held back, which belongs to the answer even if the answer was interrupted.
    const isComplete = failure === null && toFinish(reason ?? 'stop') !== 'length';
    yield* splitter.end(isComplete);
    if (isComplete) styles.learn(model.deployment_name, splitter.wasUntagged());
    if (failure) throw toFailure(failure.cause, model, signal);
    const calls = collector.list();
    const finish = toCompleteFinish(reason ?? (calls.length > 0 ? 'tool_calls' : 'stop'));
    if (calls.length > 0) yield { type: 'tools', calls };
    yield { type: 'finish', finish, usage };
  }

  return {
    ...catalog,
    ...embedder,

    canCall: parameters.canCall,

    describeParameters(model) {
      const thoughts = styles.describeLearned(model.deployment_name);
      const learned = { ...parameters.describeLearned(model), ...(thoughts && { thoughts }) };
      return { described: getParameters(model.deployment_name), learned };
    },

    hideKey: (text) => (options.apiKey.length < MIN_SECRET_LENGTH ? text : text.replaceAll(options.apiKey, '(hidden)')),

    stream: (prompt, signal) => readEvents(prompt, true, signal),

    async complete(prompt, signal) {
      let text = '';
      let usage: ModelUsage | null = null;
      for await (const event of readEvents(prompt, false, signal)) {
        if (event.type === 'text') text += event.text;
        else if (event.type === 'finish') usage = event.usage;
      }
      return { text, usage };
    },
  };
}

function* splitPart({ text, thinking }: ReplyPart, splitter: ThoughtSplitter): Generator<ReplyText> {
  if (thinking !== '') {
    yield* splitter.expectText();
    yield { type: 'thinking', text: thinking };
  }
  if (text !== '') yield* splitter.push(text);
}

/** The end of a complete answer. Throws if the model's rules or a failure of its server ended it. */
function toCompleteFinish(reason: string): 'stop' | 'length' | 'tools' {
  const finish = toFinish(reason);
  if (finish === 'filtered') throw new AvaError('content_rules');
  if (finish === 'failed')
    throw new AvaError('model_unavailable', { cause: new Error(`the model ended with ${reason}`) });
  return finish;
}
