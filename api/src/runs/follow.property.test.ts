import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { listeningRunsLog, memoryRuns } from '../../../tests/harness/fakes/inMemoryRuns.ts';
import { ada, newId, runOf } from '../../../tests/harness/storage/rows.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '../../contract/runs.ts';
import { answerKind } from '../answers/answerRun.ts';
import { systemClock } from '../../platform/clock.ts';
import { createFeeds } from './feeds.ts';
import { createEventLog } from './eventLog.ts';
import type { RunKind, Unnumbered } from './runKind.ts';

type Piece = Unnumbered<AnswerEvent>;

const piece: fc.Arbitrary<Piece> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).map((chunk): Piece => ({ type: 'chunk', chunk })),
  },
  fc.constantFrom<Piece>({ type: 'stage', stage: 'thinking' }, { type: 'stage', stage: 'reading' }),
  fc.constant<Piece>({ type: 'citations', citations: [] }),
  fc.array(fc.string(), { maxLength: 2 }).map((questions): Piece => ({ type: 'follow_ups', questions })),
);
const end = fc.constantFrom<Piece>({ type: 'done', finish: 'stop' }, { type: 'stopped' }, { type: 'interrupted' });

interface Follower {
  /** Begins when so many pieces were written. */
  after: number;
  /** Has seen this share of what is stored by then. */
  seen: number;
  /** Turns of the event loop that it takes for each batch. */
  pace: number;
  /** Leaves after so many batches and comes back from where it was. */
  leaves: number;
}

const follower: fc.Arbitrary<Follower> = fc.record({
  after: fc.nat(30),
  seen: fc.double({ min: 0, max: 1, noNaN: true }),
  pace: fc.nat(4),
  leaves: fc.integer({ min: 1, max: 20 }),
});

const summary = ({ content, state, links, followUpQuestions }: Answer) => ({
  content,
  state,
  links,
  followUpQuestions,
});

it('whatever is written, in whatever pieces, is what every follower has in the end', async () => {
  const story = fc.record({
    pieces: fc.array(fc.tuple(piece, fc.nat(3)), { maxLength: 30 }),
    last: end,
    followers: fc.array(follower, { minLength: 1, maxLength: 6 }),
    commitTurns: fc.infiniteStream(fc.nat(4)),
    readTurns: fc.infiniteStream(fc.nat(4)),
    urgent: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ pieces, last, followers, commitTurns, readTurns, urgent }) => {
      const memory = memoryRuns();
      const log = listeningRunsLog();
      const wait = async (turns: number) => {
        for (let turn = 0; turn < turns; turn += 1) await tick();
      };
      memory.beforeCommit = () => wait(commitTurns.next().value);
      memory.afterCommit = () => wait(commitTurns.next().value);
      memory.afterRead = () => wait(readTurns.next().value);
      const run = runOf(ada);
      const feeds = createFeeds({ store: memory, log }, () => true);
      const kind = { ...answerKind, isUrgent: urgent ? () => true : answerKind.isUrgent } as RunKind;
      const eventLog = createEventLog({ store: memory, clock: systemClock, log }, newId(), {
        onWritten: (written) => written.forEach(feeds.add),
        onDropped: () => undefined,
      });
      const started: AnswerEvent = {
        type: 'started',
        seq: 1,
        run_id: run.id,
        message_id: newId(),
        user_message_id: newId(),
      };
      memory.add(run, started);
      eventLog.open(run, kind, [started]);
      const expected = emptyAnswer(started.message_id, run.id);

      async function follow({ seen, pace, leaves }: Follower): Promise<Answer> {
        const answer = emptyAnswer(newId(), null);
        const stored = memory.stored(run.id) as AnswerEvent[];
        for (const event of stored.slice(0, Math.round(seen * stored.length))) applyEvent(answer, event);
        for (let left = leaves; ; left = Infinity) {
          let batches = 0;
          for await (const batch of feeds.follow(run.id, answer.seq, new AbortController().signal)) {
            for (const event of batch as AnswerEvent[]) {
              expect(event.seq).toBe(answer.seq + 1);
              applyEvent(answer, event);
            }
            await wait(pace);
            if ((batches += 1) >= left) break;
          }
          if (left === Infinity || batches < left) return answer;
        }
      }

      const answers: Promise<Answer>[] = [];
      const beginAt = (count: number, now: (after: number) => boolean) =>
        followers.filter(({ after }) => after === count || now(after)).forEach((one) => answers.push(follow(one)));
      for (const [index, [one, turns]] of pieces.entries()) {
        beginAt(index, () => false);
        eventLog.append(run.id, one);
        applyEvent(expected, { ...one, seq: index + 2 } as AnswerEvent);
        await wait(turns);
      }
      eventLog.append(run.id, last);
      applyEvent(expected, { ...last, seq: pieces.length + 2 } as AnswerEvent);
      await eventLog.end(run.id);
      beginAt(-1, (after) => after >= pieces.length);

      for (const answer of await Promise.all(answers)) expect(summary(answer)).toEqual(summary(expected));
      expect(summary(memory.answers.get(run.id) ?? emptyAnswer('', null))).toEqual(summary(expected));
    }),
    { numRuns: 150 },
  );
});
