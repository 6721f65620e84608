import { percentile, type Figure } from '../../bench/figures.ts';
import type { AnswerKind, AnswerTime } from './normalPerson.ts';

/** How much slower an answer may be than without attacks. */
const MOST_SLOWDOWN = 2;

const inTab: readonly AnswerKind[] = ['chat', 'file', 'search'];

/** How long normal answers took with attacks, against the quiet period of the same run. */
export function answerFigures(quiet: readonly AnswerTime[], attacked: readonly AnswerTime[]): Figure[] {
  const first = ({ first: ms }: AnswerTime) => ms ?? [];
  const total = ({ total: ms }: AnswerTime) => ms;
  const figure = (
    name: string,
    kinds: readonly AnswerKind[],
    measure: (time: AnswerTime) => number | number[],
  ): Figure => {
    const of = (times: readonly AnswerTime[]) => times.filter(({ kind }) => kinds.includes(kind)).flatMap(measure);
    const [value, before] = [percentile(of(attacked), 0.95), percentile(of(quiet), 0.95)];
    const note = `of ${of(attacked).length}, quiet of ${of(quiet).length}`;
    return {
      name,
      value: Number.isNaN(value) ? null : value,
      unit: 'ms',
      peer: { name: 'quiet', value: before },
      note,
    };
  };
  const bound = (line: Figure): Figure => ({ ...line, aim: { atMost: MOST_SLOWDOWN * (line.peer?.value ?? 0) } });
  return [
    bound(figure('time to first text p95', inTab, first)),
    ...inTab.map((kind) => figure(`  of ${kind}`, [kind], first)),
    bound(figure('whole answer p95', inTab, total)),
    ...inTab.map((kind) => figure(`  of ${kind}`, [kind], total)),
    bound(figure('whole answer of the bot p95', ['bot'], total)),
    figure('reading a small file p95', ['reading'], total),
  ];
}
