import type { EvaluationFigures, EvaluationRun } from '#contract/admin/evaluation.ts';

const hops: EvaluationFigures = {
  kind: 'several hops',
  questions: 20,
  right: 15,
  partly: 2,
  wrong: 1,
  refused_rightly: 0,
  refused_wrongly: 2,
  failed: 0,
  evidence_any: 1,
  evidence_all: 0.85,
  citation_precision: 0.88,
  citation_recall: 0.81,
  looks: 2.4,
  tokens: 14_210,
  seconds: 11.3,
};
const notThere: EvaluationFigures = {
  ...hops,
  kind: 'not there',
  right: 0,
  partly: 0,
  wrong: 1,
  refused_rightly: 19,
  refused_wrongly: 0,
  evidence_any: null,
  evidence_all: null,
  citation_precision: null,
  citation_recall: null,
  looks: 1,
  tokens: 9_798,
  seconds: 6.5,
};

/** The figures of an evaluation with two kinds of questions. */
export const sampleEvaluation: EvaluationRun = {
  ended_at: '2026-11-26T22:10:00.000Z',
  model: 'GPT-4.1',
  judge: null,
  files: 112,
  total: {
    ...hops,
    kind: 'all',
    questions: 40,
    wrong: 2,
    refused_rightly: 19,
    looks: 1.7,
    tokens: 12_004,
    seconds: 8.9,
  },
  kinds: [hops, notThere],
};
