import { modelChecks, type ModelCheck, type ModelCheckEvent } from '#contract/admin/modelCheck.ts';
import { AvaError } from '#contract/errors.ts';
import type { Model } from '#contract/models.ts';
import type { DescribedParameters } from '#api/models/modelCatalog.ts';
import { checkTexts as texts } from './check.texts.ts';
import { type CheckContext, type CheckedModels, askForAnswer, toMessages } from './checkQuestion.ts';
import { describeFailure, isGeneral } from './describeFailure.ts';
import type { Finding } from './finding.ts';
import { checkFunctionCall, checkParallelCalls } from './functionChecks.ts';
import { checkLongAnswer, checkPlainAnswer, checkRefusal, checkStop, checkStream } from './textChecks.ts';

/** A red square of 64 pixels, larger than the smallest image that models accept. */
const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsAtx/ZMZxgi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywKqxUDxqh7TUQAAAABJRU5ErkJggg==';

/** Time for one check: a long answer of a slow model takes a minute. */
const CHECK_MS = 120_000;

const checks: Readonly<Record<ModelCheck, (context: CheckContext) => Promise<Finding>>> = {
  plain: checkPlainAnswer,
  stream: checkStream,
  functions: checkFunctionCall,
  long: checkLongAnswer,
  image: checkImage,
  stop: checkStop,
  parallel: checkParallelCalls,
  refusal: checkRefusal,
};

/**
 * Asks a model eight short things, one after the other, and yields what works. A check that is not finished in time fails.
 * Throws only if `signal` aborts.
 */
export async function* checkModel(
  models: CheckedModels,
  model: Model,
  signal: AbortSignal,
  limitMs = getLimitMs(models, model),
): AsyncGenerator<ModelCheckEvent> {
  const startedAt = performance.now();
  const skipped = new Map<ModelCheck, string>();
  for (const check of modelChecks) {
    const checkedAt = performance.now();
    const reason = skipped.get(check);
    const finding: Finding =
      reason === undefined
        ? await runCheck(check, { models, model, signal }, limitMs)
        : { outcome: 'skipped', detail: reason };
    const isFailed = finding.outcome === 'fails';
    if (isFailed && check === 'functions') skipped.set('parallel', texts.needsFunctions);
    if (isFailed && check === 'plain' && finding.isGeneral)
      for (const each of modelChecks) skipped.set(each, texts.needsAnswer);
    yield {
      type: 'result',
      check,
      outcome: finding.outcome,
      detail: models.hideKey(finding.detail),
      advice: finding.advice ?? '',
      ms: Math.round(performance.now() - checkedAt),
    };
  }
  const entry = toEntry(models.describeParameters(model), model);
  yield { type: 'finish', ms: Math.round(performance.now() - startedAt), entry };
}

/** A model that thinks for long before its first token gets additional time for that. */
function getLimitMs(models: CheckedModels, model: Model): number {
  return CHECK_MS + (models.describeParameters(model).described.first_token_seconds ?? 0) * 1_000;
}

async function runCheck(check: ModelCheck, context: CheckContext, limitMs: number): Promise<Finding> {
  const limit = AbortSignal.timeout(limitMs);
  try {
    return await checks[check]({ ...context, signal: AbortSignal.any([context.signal, limit]) });
  } catch (cause) {
    context.signal.throwIfAborted();
    if (limit.aborted) return { outcome: 'fails', ...texts.tooSlow(limitMs), isGeneral: true };
    const error = cause instanceof AvaError ? cause : new AvaError('unexpected', { cause });
    return { outcome: 'fails', ...describeFailure(error), isGeneral: isGeneral(error) };
  }
}

/** Some servers accept an image and drop it, so the answer must name its color. */
async function checkImage(context: CheckContext): Promise<Finding> {
  if (!context.model.modalities.includes('image_input')) return { outcome: 'skipped', ...texts.noImages };
  const { text } = await askForAnswer(context, {
    messages: toMessages([
      { type: 'text', text: 'Which color fills this image? Answer with one word.' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${RED_SQUARE}` } },
    ]),
  });
  return /\bred\b/i.test(text)
    ? { outcome: 'works', detail: texts.sawImage }
    : { outcome: 'fails', ...texts.imageNotSeen(text) };
}

/**
 * The entry for MODELS_FILE, as JSON, with which AVA knows from the start what it has learned; null if it learned
 * nothing.
 */
function toEntry({ described, learned }: DescribedParameters, { deployment_name }: Model): string | null {
  if (Object.keys(learned).length === 0) return null;
  const without = [...(described.without_parameters ?? []), ...(learned.without_parameters ?? [])];
  const fixed = { ...learned.fixed_parameters, ...described.fixed_parameters };
  return JSON.stringify(
    {
      id: deployment_name,
      ...(without.length > 0 && { without_parameters: [...new Set(without)] }),
      ...(Object.keys(fixed).length > 0 && { fixed_parameters: fixed }),
      ...(learned.thoughts && { thoughts: learned.thoughts }),
    },
    null,
    2,
  );
}
