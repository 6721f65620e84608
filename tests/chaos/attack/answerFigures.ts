import { percentile, type Figure } from '#tests/bench/figures.ts';
import type { AnswerKind, AnswerTime } from './normalPerson.ts';

/** Maximum time of an answer during the attacks, as a multiple of its time without attacks. */
const MAX_SLOWDOWN = 2;

const inTab: readonly AnswerKind[] = ['chat', 'file', 'search'];

/** Compares the times of normal answers during the attacks with those in the quiet period. */
export function toAnswerFigures(quiet: readonly AnswerTime[], attacked: readonly AnswerTime[]): Figure[] {
  const first = ({ first: ms }: AnswerTime) => ms ?? [];
  const total = ({ total: ms }: AnswerTime) => ms;
  const toFigure = (
    name: string,
    kinds: readonly AnswerKind[],
    measure: (time: AnswerTime) => number | number[],
  ): Figure => {
    const select = (times: readonly AnswerTime[]) => times.filter(({ kind }) => kinds.includes(kind)).flatMap(measure);
    const [value, before] = [percentile(select(attacked), 0.95), percentile(select(quiet), 0.95)];
    const note = `${select(attacked).length} answers, ${select(quiet).length} in the quiet period`;
    return {
      name,
      value: Number.isNaN(value) ? null : value,
      unit: 'ms',
      peer: { name: 'quiet', value: before },
      note,
    };
  };
  const limit = (figure: Figure): Figure => ({ ...figure, aim: { atMost: MAX_SLOWDOWN * (figure.peer?.value ?? 0) } });
  return [
    limit(toFigure('time to first text p95', inTab, first)),
    ...inTab.map((kind) => toFigure(`  of ${kind}`, [kind], first)),
    limit(toFigure('complete answer p95', inTab, total)),
    ...inTab.map((kind) => toFigure(`  of ${kind}`, [kind], total)),
    limit(toFigure('complete answer of the bot p95', ['bot'], total)),
    toFigure('extraction of a small file p95', ['reading'], total),
  ];
}
