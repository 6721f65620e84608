import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { createInMemoryRuns } from '#tests/harness/fakes/inMemoryRuns.ts';
import { ada, newId, makeRunRow } from '#tests/harness/storage/rows.ts';
import { applyEvent, emptyAnswer, type Answer, type AnswerEvent } from '#contract/runs/answerEvents.ts';
import { answerKind } from '#api/answers/answerRun.ts';
import { systemClock } from '#platform/clock.ts';
import { createFeeds } from './feeds.ts';
import { createEventLog } from './eventLog.ts';
import type { RunKind, Unnumbered } from './runKind.ts';
import { showAll } from '#tests/harness/fakes/showAll.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

type NewEvent = Unnumbered<AnswerEvent>;

const newEvent: fc.Arbitrary<NewEvent> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).map((chunk): NewEvent => ({ type: 'chunk', chunk })),
  },
  {
    weight: 2,
    arbitrary: fc
      .string({ unit: 'grapheme', maxLength: 6 })
      .map((thought): NewEvent => ({ type: 'thought', thought, shortened: false })),
  },
  fc.constantFrom<NewEvent>({ type: 'stage', stage: 'thinking' }, { type: 'stage', stage: 'reading' }),
  fc.constant<NewEvent>({ type: 'citations', citations: [] }),
  fc.array(fc.string(), { maxLength: 2 }).map((questions): NewEvent => ({ type: 'follow_ups', questions })),
);
const lastEvent = fc.constantFrom<NewEvent>(
  { type: 'done', finish: 'stop' },
  { type: 'stopped' },
  { type: 'interrupted' },
);

interface Follower {
  /** Starts when this many events were written. */
  startsAfter: number;
  /** Share of the stored events that it has already seen. */
  shareSeen: number;
  /** Turns of the event loop that it waits after each batch. */
  turnsPerBatch: number;
  /** Disconnects after this many batches and resumes once. */
  leavesAfter: number;
}

const follower: fc.Arbitrary<Follower> = fc.record({
  startsAfter: fc.nat(30),
  shareSeen: fc.double({ min: 0, max: 1, noNaN: true }),
  turnsPerBatch: fc.nat(4),
  leavesAfter: fc.integer({ min: 1, max: 20 }),
});

const summary = ({ content, thoughts, state, links, followUpQuestions }: Answer) => ({
  content,
  thoughts,
  state,
  links,
  followUpQuestions,
});

it('delivers the same complete answer to every follower, with any timing', async () => {
  const scenario = fc.record({
    events: fc.array(fc.tuple(newEvent, fc.nat(3)), { maxLength: 30 }),
    last: lastEvent,
    followers: fc.array(follower, { minLength: 1, maxLength: 6 }),
    commitTurns: fc.infiniteStream(fc.nat(4)),
    readTurns: fc.infiniteStream(fc.nat(4)),
    urgent: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(scenario, async ({ events, last, followers, commitTurns, readTurns, urgent }) => {
      const memory = createInMemoryRuns();
      const log = createRecordingLog();
      const wait = async (turns: number) => {
        for (let turn = 0; turn < turns; turn += 1) await tick();
      };
      memory.beforeCommit = () => wait(commitTurns.next().value);
      memory.afterCommit = () => wait(commitTurns.next().value);
      memory.afterRead = () => wait(readTurns.next().value);
      const run = makeRunRow(ada);
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

      async function follow({ shareSeen, turnsPerBatch, leavesAfter }: Follower): Promise<Answer> {
        const answer = emptyAnswer(newId(), null);
        const stored = memory.listStored(run.id) as AnswerEvent[];
        for (const event of stored.slice(0, Math.round(shareSeen * stored.length))) applyEvent(answer, event);
        for (let maxBatches = leavesAfter; ; maxBatches = Infinity) {
          let batches = 0;
          for await (const batch of feeds.follow(run.id, answer.seq, showAll, new AbortController().signal)) {
            for (const event of batch as AnswerEvent[]) {
              expect(event.seq).toBe(answer.seq + 1);
              applyEvent(answer, event);
            }
            await wait(turnsPerBatch);
            if ((batches += 1) >= maxBatches) break;
          }
          if (maxBatches === Infinity || batches < maxBatches) return answer;
        }
      }

      const answers: Promise<Answer>[] = [];
      const startFollowers = (isDue: (startsAfter: number) => boolean) =>
        followers.filter(({ startsAfter }) => isDue(startsAfter)).forEach((follower) => answers.push(follow(follower)));
      for (const [index, [event, turns]] of events.entries()) {
        startFollowers((startsAfter) => startsAfter === index);
        eventLog.append(run.id, event);
        applyEvent(expected, { ...event, seq: index + 2 } as AnswerEvent);
        await wait(turns);
      }
      eventLog.append(run.id, last);
      applyEvent(expected, { ...last, seq: events.length + 2 } as AnswerEvent);
      await eventLog.end(run.id);
      startFollowers((startsAfter) => startsAfter >= events.length);

      for (const answer of await Promise.all(answers)) expect(summary(answer)).toEqual(summary(expected));
      expect(summary(memory.answers.get(run.id) ?? emptyAnswer('', null))).toEqual(summary(expected));
    }),
    { numRuns: 150 },
  );
});
