import type { EvaluationFigures } from '#contract/admin/evaluation.ts';
import type { Place, Reply } from './askQuestion.ts';
import type { Judgement } from './judgeAnswer.ts';
import type { Evidence, Question } from './questionFile.ts';

export type Outcome = Judgement | 'refused_rightly' | 'refused_wrongly' | 'failed';

export interface Result {
  question: Question;
  reply: Reply;
  outcome: Outcome;
}

/** The outcome of a question. If no file answers the question, every answer except a refusal is wrong. */
export function chooseOutcome(
  { evidence }: Pick<Question, 'evidence'>,
  { failure, isRefusal }: Pick<Reply, 'failure' | 'isRefusal'>,
  judgement: Judgement,
): Outcome {
  if (failure !== null) return 'failed';
  if (isRefusal) return evidence.length === 0 ? 'refused_rightly' : 'refused_wrongly';
  return evidence.length === 0 ? 'wrong' : judgement;
}

const isAt = (place: Place, { file, pages }: Evidence) =>
  place.filename === file && (pages === null || (place.pagenumber !== null && pages.includes(place.pagenumber)));

/** How many pieces of evidence are among these places. */
export const countReached = (evidence: readonly Evidence[], places: readonly Place[]): number =>
  evidence.filter((piece) => places.some((place) => isAt(place, piece))).length;

/** The figures of questions. Citations are counted over all answers together, except refusals. */
export function toFigures(kind: string, results: readonly Result[]): EvaluationFigures {
  const count = (outcome: Outcome) => results.filter((result) => result.outcome === outcome).length;
  const answerable = results.filter(({ question }) => question.evidence.length > 0);
  const reached = answerable.map(({ question: { evidence }, reply }) => ({
    needed: evidence.length,
    found: countReached(evidence, reply.read),
  }));
  const citing = results.filter(({ outcome }) => ['right', 'partly', 'wrong'].includes(outcome));
  const citations = citing.flatMap(({ question, reply }) =>
    reply.citations.map((place) => question.evidence.some((piece) => isAt(place, piece))),
  );
  const cited = citing.reduce((sum, { question, reply }) => sum + countReached(question.evidence, reply.citations), 0);
  // A failed question ends early: with it, a broken model server would look fast.
  const answered = results.filter(({ outcome }) => outcome !== 'failed');
  const tokens = answered.flatMap(({ reply }) => reply.tokens ?? []);
  return {
    kind,
    questions: results.length,
    right: count('right'),
    partly: count('partly'),
    wrong: count('wrong'),
    refused_rightly: count('refused_rightly'),
    refused_wrongly: count('refused_wrongly'),
    failed: count('failed'),
    evidence_any: toShare(reached.filter(({ found }) => found > 0).length, reached.length),
    evidence_all: toShare(reached.filter(({ found, needed }) => found === needed).length, reached.length),
    citation_precision: toShare(citations.filter(Boolean).length, citations.length),
    citation_recall: toShare(cited, citing.flatMap(({ question }) => question.evidence).length),
    looks: toMean(answered.map(({ reply }) => reply.looks)),
    tokens: tokens.length > 0 ? Math.round(toMean(tokens)) : null,
    seconds: toMean(answered.map(({ reply }) => reply.seconds)),
  };
}

/** The figures of each kind, in the order in which the kinds occur. */
export const toKinds = (results: readonly Result[]): EvaluationFigures[] =>
  [...Map.groupBy(results, ({ question }) => question.kind)].map(([kind, of]) => toFigures(kind, of));

const toShare = (part: number, all: number) => (all === 0 ? null : part / all);
const toMean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const columns: [title: string, get: (figures: EvaluationFigures) => string][] = [
  ['', ({ kind }) => kind],
  ['questions', ({ questions }) => String(questions)],
  ['evidence', ({ evidence_any }) => formatShare(evidence_any)],
  ['all of it', ({ evidence_all }) => formatShare(evidence_all)],
  ['right', ({ right }) => String(right)],
  ['partly', ({ partly }) => String(partly)],
  ['wrong', ({ wrong }) => String(wrong)],
  ['refused rightly', ({ refused_rightly }) => String(refused_rightly)],
  ['wrongly', ({ refused_wrongly }) => String(refused_wrongly)],
  ['failed', ({ failed }) => String(failed)],
  ['cited: precision', ({ citation_precision }) => formatShare(citation_precision)],
  ['recall', ({ citation_recall }) => formatShare(citation_recall)],
  ['looks', ({ looks }) => looks.toFixed(1)],
  ['tokens', ({ tokens }) => tokens?.toLocaleString('en-US') ?? '–'],
  ['seconds', ({ seconds }) => seconds.toFixed(1)],
];

const formatShare = (share: number | null) => (share === null ? '–' : `${(share * 100).toFixed(0)} %`);

/** A table with a line for each kind and one for all. */
export function formatFigures(kinds: readonly EvaluationFigures[], total: EvaluationFigures): string {
  const rows = [columns.map(([title]) => title), ...[...kinds, total].map((row) => columns.map(([, get]) => get(row)))];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  '))
    .join('\n');
}
