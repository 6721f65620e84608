import {
  DEFAULT_MAX_OUTPUT_TOKENS,
  TOKENS_PER_PERSON_MS,
  IMAGE_BASE_TOKENS,
  IMAGE_TILE_TOKENS,
} from '#contract/limits.ts';
import type { ExternalServices } from '#api/context.ts';
import type { ModelUsage, Prompt } from '#api/models/models.ts';
import type { MeteredModels, PersonModelEvent, PersonModels } from '#api/models/personModels.ts';
import { addToday } from '#api/models/today.ts';
import { toDay } from '#api/organization/usage.ts';
import type { Owner } from '#api/storage/schema.ts';
import { AllowanceError, getRunAllowance, toAllowanceError, toStarvedError } from './personLimits.ts';

const CHARACTERS_PER_TOKEN = 4;

/** Tokens of an image of the largest size: four tiles. */
const IMAGE_TOKENS = IMAGE_BASE_TOKENS + 4 * IMAGE_TILE_TOKENS;

/** Tokens that a title, the search queries or the follow-up questions need at most. */
const SHORT_REPLY_TOKENS = 500;
/** How often a call that waits asks for its allowance again. */
const WAIT_STEP_MS = 2_000;
/**
 * Maximum wait. A call that waits for the tokens of a minute gets them earlier, unless other calls of the person take
 * them.
 */
const MAX_WAIT_MS = 1.5 * TOKENS_PER_PERSON_MS;

type MeterContext = Pick<
  ExternalServices,
  'models' | 'store' | 'clock' | 'log' | 'organizations' | 'runsPerPerson' | 'tokensPerPerson'
>;

/** A call whose tokens are reserved. */
interface ReservedCall {
  end(usage: ModelUsage, questions?: number): Promise<void>;
}

/**
 * The tokens that a call is expected to use at most. Even a model that can write very long answers is expected to write
 * one of usual length.
 */
interface Estimate {
  model: string;
  prompt: number;
  answer: number;
}

const nothing: ModelUsage = { prompt: 0, answer: 0 };

/** Binds the models to people. Nothing else of the API calls a model, except to index files and to check a model. */
export function meterModels(ctx: MeterContext): MeteredModels {
  const { models } = ctx;
  return {
    list: models.list,
    find: models.find,
    getTemperature: models.getTemperature,
    canCall: models.canCall,
    getEmbedderName: models.getEmbedderName,
    forPerson: ({ tenantId, id }, timeZone) => meterForPerson(ctx, { tenantId, id }, timeZone),
  };
}

function meterForPerson(ctx: MeterContext, owner: Owner, timeZone?: string): PersonModels {
  const { models, store, clock, log } = ctx;
  const inform = (prompt: Prompt) =>
    addToday(prompt, clock.now(), { organization: ctx.organizations.get(owner.tenantId).name, timeZone });

  /** Reserves the tokens of a call, or throws the error of the limit that is met. */
  async function reserve({ model, prompt, answer }: Estimate): Promise<ReservedCall> {
    const [id, startedAt] = [crypto.randomUUID(), clock.now()];
    const call = { id, owner, model, promptTokens: prompt, tokens: prompt + answer, startedAt };
    const reservation = await store.modelCalls.reserve(call, getRunAllowance(ctx, owner, startedAt));
    if (reservation !== 'yes') throw toAllowanceError(reservation, startedAt);
    return {
      async end(usage, questions = 0) {
        const now = clock.now();
        const used = { model, questions, promptTokens: usage.prompt, answerTokens: usage.answer };
        // A failure is only logged, so that a complete answer stays complete. The reservation of the call then counts.
        await store.modelCalls
          .end(id, owner, toDay(now), used, now)
          .catch((error: unknown) => log.warn({ error }, 'failed to record usage'));
      },
    };
  }

  /** Reserves the tokens of a call, and first waits for the limit to refill if the wait is short. */
  async function* reserveSoon(estimate: Estimate, signal: AbortSignal): AsyncGenerator<PersonModelEvent, ReservedCall> {
    const deadline = clock.monotonic() + MAX_WAIT_MS;
    for (let isAnnounced = false; ; isAnnounced = true) {
      signal.throwIfAborted();
      try {
        return await reserve(estimate);
      } catch (error) {
        if (!(error instanceof AllowanceError) || !error.refillsSoon) throw error;
        if (clock.monotonic() >= deadline) throw toStarvedError(error);
        if (!isAnnounced) yield { type: 'limited', detail: error.detail };
      }
      await clock.sleep(WAIT_STEP_MS, signal);
    }
  }

  return {
    owner,

    async *stream(request, signal, questions = 0) {
      const prompt = inform(request);
      const call = yield* reserveSoon(toEstimate(prompt, DEFAULT_MAX_OUTPUT_TOKENS), signal);
      let reply = '';
      let reported: ModelUsage | null = null;
      let isRefused = false;
      try {
        for await (const event of models.stream(prompt, signal)) {
          if (event.type === 'text' || event.type === 'thinking') reply += event.text;
          if (event.type === 'tools') reply += JSON.stringify(event.calls);
          if (event.type === 'finish') reported = event.usage;
          yield event;
        }
      } catch (error) {
        isRefused = reply === '' && isRefusal(error);
        throw error;
      } finally {
        const used = isRefused ? nothing : (reported ?? estimateUsage(prompt, reply));
        await call.end(used, isRefused ? 0 : questions);
      }
    },

    async complete(request, signal) {
      const prompt = inform(request);
      const call = await reserve(toEstimate(prompt, SHORT_REPLY_TOKENS));
      try {
        const reply = await models.complete(prompt, signal);
        await call.end(reply.usage ?? estimateUsage(prompt, reply.text));
        return reply;
      } catch (error) {
        await call.end(isRefusal(error) ? nothing : estimateUsage(prompt, ''));
        throw error;
      }
    },

    async embed(texts, signal) {
      const model = (await models.getEmbedderName()) ?? '';
      const prompt = estimateTokens(texts);
      const call = await reserve({ model, prompt, answer: 0 });
      try {
        const vectors = await models.embed(texts, signal);
        await call.end({ prompt, answer: 0 });
        return vectors;
      } catch (error) {
        await call.end(isRefusal(error) ? nothing : { prompt, answer: 0 });
        throw error;
      }
    },
  };
}

function toEstimate(prompt: Prompt, maxAnswer: number): Estimate {
  const { model_name: model, max_output_tokens: max } = prompt.model;
  return { model, prompt: estimateUsage(prompt, '').prompt, answer: max > 0 ? Math.min(max, maxAnswer) : maxAnswer };
}

/** Whether the model server answered with an error status, so that no model has read the prompt. */
function isRefusal(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null && 'status' in cause && typeof cause.status === 'number';
}

/** Tokens of a reply for which the model server has reported none, for example because it was stopped. */
function estimateUsage({ messages, tools = [] }: Pick<Prompt, 'messages' | 'tools'>, answer: string): ModelUsage {
  let images = 0;
  const characters = JSON.stringify([messages, tools], (name, value: unknown) => {
    if (name !== 'image_url') return value;
    images += 1;
    return '';
  }).length;
  return { prompt: toTokens(characters) + images * IMAGE_TOKENS, answer: toTokens(answer.length) };
}

function estimateTokens(texts: readonly string[]): number {
  return toTokens(texts.reduce((characters, text) => characters + text.length, 0));
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
