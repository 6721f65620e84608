import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** The checks of a model that an administrator can run, in the order in which they run. */
export const modelChecks = ['plain', 'stream', 'functions', 'long', 'image', 'stop', 'parallel', 'refusal'] as const;
export type ModelCheck = (typeof modelChecks)[number];

export const modelCheckLabels: Readonly<Record<ModelCheck, string>> = {
  plain: 'Plain answer',
  stream: 'Streamed answer',
  functions: 'Function call',
  long: 'Long answer',
  image: 'Image',
  stop: 'Stop',
  parallel: 'Several calls at once',
  refusal: 'Declined request',
};

/**
 * `limited`: people can work with the model. `skipped`: the model does not claim this ability, or another check has
 * failed.
 */
export const checkOutcomes = ['works', 'limited', 'fails', 'skipped'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

export const CheckResult = z.object({
  check: z.enum(modelChecks),
  outcome: z.enum(checkOutcomes),
  detail: z.string().describe('what was seen, or the cause of a failure'),
  advice: z.string().describe('what an administrator can do; empty if nothing'),
  ms: z.number().int(),
});
export type CheckResult = z.infer<typeof CheckResult>;

/** One result for each check, then the end. */
export const ModelCheckEvent = z.discriminatedUnion('type', [
  CheckResult.extend({ type: z.literal('result') }),
  z.object({
    type: z.literal('finish'),
    ms: z.number().int(),
    entry: z.string().nullable().describe('JSON fields for MODELS_FILE that say what AVA has learned; null if nothing'),
  }),
]);
export type ModelCheckEvent = z.infer<typeof ModelCheckEvent>;

export const checkConfiguredModel = endpoint({
  method: 'POST',
  path: '/organization/models/check',
  summary: 'For administrators: asks a model eight short things and tells what works; one check at a time',
  body: z.object({ model: z.string().min(1).max(200).describe('alias, name or deployment') }),
  event: ModelCheckEvent,
});
