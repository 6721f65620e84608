import type OpenAI from 'openai';
import type { Log } from '#platform/log.ts';
import { DEFAULT_MAX_OUTPUT_TOKENS } from '#contract/limits.ts';
import type { Model } from '#contract/models.ts';
import type { ModelParameters } from './modelCatalog.ts';
import type { Prompt, ModelMessage } from './prompt.ts';
import { findCorrection, type Request } from './refusedParameters.ts';

type UserMessage = Extract<ModelMessage, { role: 'user' }>;

type Parts = Exclude<UserMessage['content'], string>;

/** What a deployment has refused since the process started. */
interface Learned {
  dropped: Set<string>;
  needsLimit: boolean;
}

export interface RequestParameters {
  /** The body of a request with what the model accepts. */
  build(prompt: Prompt, stream: boolean): Request;
  /** Whether requests to a model have functions. */
  canCall(model: Model): boolean;
  /** Learns from a refusal. Returns whether a request is worth another attempt. */
  learn(prompt: Prompt, request: Request, error: InstanceType<typeof OpenAI.APIError>): boolean;
  /** What was learned of a model, as MODELS_FILE would describe it. */
  describeLearned(model: Model): ModelParameters;
}

/** Names for the same limit: newer models of OpenAI refuse the first, Mistral refuses the second. */
const LIMITS = { max_tokens: 'max_completion_tokens', max_completion_tokens: 'max_tokens' } as const;

/**
 * Builds requests with the parameters that a model accepts: as MODELS_FILE describes it, otherwise as its server's
 * refusals teach. The longest output is not part of a request unless the server demands it: it is only an upper bound,
 * and the tokens that a request reserves count toward the limit per minute.
 */
export function createRequestParameters(
  getParameters: (deployment: string) => ModelParameters,
  log: Log | undefined,
): RequestParameters {
  const learned = new Map<string, Learned>();

  function getLearned(deployment: string): Learned {
    const known = learned.get(deployment) ?? { dropped: new Set<string>(), needsLimit: false };
    learned.set(deployment, known);
    return known;
  }

  function getExcluded({ deployment_name }: Model): Set<string> {
    const described = getParameters(deployment_name).without_parameters ?? [];
    return new Set([...described, ...getLearned(deployment_name).dropped]);
  }

  return {
    canCall: (model) => !getExcluded(model).has('tools'),

    build(prompt, stream) {
      const { model } = prompt;
      const described = getParameters(model.deployment_name);
      const { needsLimit } = getLearned(model.deployment_name);
      const excluded = getExcluded(model);
      const hasTools = Boolean(prompt.tools?.length) && !excluded.has('tools');
      const request: Request = {
        model: model.deployment_name,
        messages: toWireMessages(prompt.messages),
        stream,
        temperature: prompt.temperature,
        top_p: model.top_p,
        ...(stream && { stream_options: { include_usage: true } }),
        ...(hasTools && { tools: [...(prompt.tools ?? [])] }),
        ...(hasTools && prompt.withoutCalls && { tool_choice: 'none' }),
        ...(described.reasoning_effort !== undefined && { reasoning_effort: described.reasoning_effort }),
        ...(needsLimit && { max_tokens: getLimit(model) }),
        ...described.fixed_parameters,
      };
      for (const name of excluded) {
        const limit = request[name];
        delete request[name];
        const other = name === 'max_tokens' || name === 'max_completion_tokens' ? LIMITS[name] : undefined;
        if (limit !== undefined && other && !excluded.has(other)) request[other] = limit;
      }
      return request;
    },

    learn({ model: { deployment_name } }, request, error) {
      const correction = findCorrection(error, request);
      const known = getLearned(deployment_name);
      const hasNoLimit = known.dropped.has('max_tokens') && known.dropped.has('max_completion_tokens');
      if (!correction || (correction.addLimit && hasNoLimit)) return false;
      const isNew = correction.addLimit ? !known.needsLimit : correction.drop.some((name) => !known.dropped.has(name));
      known.needsLimit ||= correction.addLimit;
      for (const name of correction.drop) known.dropped.add(name);
      if (isNew)
        log?.warn(
          { model: deployment_name, dropped: [...known.dropped], needsLimit: known.needsLimit, reason: error.message },
          'model refuses parameters; requests change until the next start, MODELS_FILE can describe them',
        );
      // True even if another request has learned the same in the meantime, because this one still needs its second
      // attempt.
      return true;
    },

    describeLearned(model) {
      const { dropped, needsLimit } = getLearned(model.deployment_name);
      return {
        ...(dropped.size > 0 && { without_parameters: [...dropped] }),
        ...(needsLimit && { fixed_parameters: { max_tokens: getLimit(model) } }),
      };
    },
  };
}

function getLimit({ max_output_tokens: limit }: Model): number {
  return limit || DEFAULT_MAX_OUTPUT_TOKENS;
}

/**
 * The messages as every server accepts them: one user message a turn, because the templates of Mistral, Gemma and Llama
 * refuse two in a row, and no empty message, which Anthropic refuses.
 */
function toWireMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const wire: ModelMessage[] = [];
  for (const message of messages) {
    if (isEmpty(message)) continue;
    const last = wire.at(-1);
    if (message.role === 'user' && last?.role === 'user') wire[wire.length - 1] = joinUserMessages(last, message);
    else wire.push(message);
  }
  return wire;
}

function isEmpty(message: ModelMessage): boolean {
  if (message.role !== 'assistant' || message.tool_calls?.length) return false;
  return typeof message.content !== 'string' || message.content.trim() === '';
}

function joinUserMessages(first: UserMessage, second: UserMessage): UserMessage {
  if (typeof first.content === 'string' && typeof second.content === 'string')
    return { role: 'user', content: `${first.content}\n\n${second.content}` };
  return { role: 'user', content: [...toParts(first), ...toParts(second)] };
}

function toParts({ content }: UserMessage): Parts {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}
