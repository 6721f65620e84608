import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';

/** How many kinds of questions a run can have. */
export const MAX_KINDS = 100;

const Amount = z.number().min(0).max(1e12);
/** From 0 to 1; null if nothing could be counted, for example because no answer had a citation. */
const Share = z.number().min(0).max(1).nullable();

/** What became of the questions of one kind. Every question has exactly one of the six outcomes. */
export const EvaluationFigures = z.object({
  kind: z.string().max(40),
  questions: Amount,
  right: Amount,
  partly: Amount,
  wrong: Amount,
  refused_rightly: Amount.describe('said that nothing was found, and there is nothing'),
  refused_wrongly: Amount,
  failed: Amount.describe('ended with an error'),
  evidence_any: Share.describe('questions for which the model read at least one piece of the evidence'),
  evidence_all: Share.describe('questions for which it read all of it'),
  citation_precision: Share.describe('citations that open a piece of evidence'),
  citation_recall: Share.describe('pieces of evidence that are cited'),
  looks: Amount.describe('look-ups of the model after the first search, for one question'),
  tokens: Amount.nullable().describe('for one question; null if the model server reports none'),
  seconds: Amount.describe('for one question'),
});
export type EvaluationFigures = z.infer<typeof EvaluationFigures>;

/** A run of `npm run evaluate`, without the text of questions and answers. */
export const EvaluationRun = z.object({
  ended_at: z.iso.datetime(),
  model: z.string().max(200),
  judge: z.string().max(200).nullable().describe('the model that judged the answers; null if rules did'),
  files: Amount,
  total: EvaluationFigures,
  kinds: z.array(EvaluationFigures).max(MAX_KINDS),
});
export type EvaluationRun = z.infer<typeof EvaluationRun>;

export const getLastEvaluation = endpoint({
  method: 'GET',
  path: '/organization/evaluation',
  summary: 'For administrators: the figures of the last run of `npm run evaluate`',
  reply: z.object({ run: EvaluationRun.nullable() }),
});
