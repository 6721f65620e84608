import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '../../../tests/harness/eventually.ts';
import { listeningRunsLog, memoryRuns, type MemoryRuns } from '../../../tests/harness/fakes/inMemoryRuns.ts';
import { ada, newId, runOf } from '../../../tests/harness/storage/rows.ts';
import type { AnswerEvent } from '../../contract/runs.ts';
import { answerKind } from '../answers/answerRun.ts';
import { systemClock } from '../../platform/clock.ts';
import type { RunRow, RunWrite, StoredEvent } from '../storage/tables/runs/runs.ts';
import { createEventLog, type EventLog, type WrittenEvents } from './eventLog.ts';
import type { RunKind } from './runKind.ts';

const kind = answerKind as RunKind;
const process = newId();
const impatient = { ...systemClock, sleep: (ms: number) => sleep(ms / 25) };

let memory: MemoryRuns;
let eventLog: EventLog;
let log: ReturnType<typeof listeningRunsLog>;
let shown: WrittenEvents[];
let dropped: string[];

beforeEach(() => {
  memory = memoryRuns();
  log = listeningRunsLog();
  shown = [];
  dropped = [];
  eventLog = createEventLog({ store: memory, clock: impatient, log }, process, {
    onWritten: (written) => void shown.push(...written),
    onDropped: (run) => void dropped.push(run.id),
  });
});

function opened(...before: AnswerEvent[]): RunRow {
  const run = runOf(ada, { processId: process });
  memory.add(run, ...before);
  eventLog.open(run, kind, before);
  return run;
}

const say = (run: RunRow, chunk: string) =>
  eventLog.append(run.id, { type: 'chunk', chunk } as Omit<AnswerEvent, 'seq'>);
const done = (run: RunRow) => eventLog.append(run.id, { type: 'done', finish: 'stop' } as Omit<AnswerEvent, 'seq'>);
const seqs = (events: readonly StoredEvent[]) => events.map(({ seq }) => seq);
const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const textOf = (events: readonly StoredEvent[]) =>
  (events as AnswerEvent[]).map((event) => (event.type === 'chunk' ? event.chunk : '')).join('');
const shownOf = (run: RunRow) => shown.filter((one) => one.run.id === run.id).flatMap(({ events }) => events);

it('stores the first words at once and the rest in steps', async () => {
  const run = opened();
  say(run, 'The ');
  expect(memory.asked).toHaveLength(1);
  await eventually(() => expect(shownOf(run)).toHaveLength(1));
  for (const word of ['first ', 'words ']) {
    say(run, word);
    await eventually(() => expect(textOf(shownOf(run))).toContain(word));
  }
  const commits = memory.asked.length;
  for (const word of ['and ', 'all ', 'the ', 'rest']) say(run, word);
  expect(memory.asked).toHaveLength(commits);
  await eventually(() => expect(textOf(shownOf(run))).toBe('The first words and all the rest'));
  expect(memory.asked).toHaveLength(commits + 1);
});

it('joins pieces without losing one, in their order, numbered without a gap', async () => {
  memory.afterCommit = () => sleep(Math.random() * 12);
  const run = opened({ type: 'started', seq: 1, run_id: newId(), message_id: newId(), user_message_id: newId() });
  let text = '';
  for (let index = 0; index < 400; index += 1) {
    say(run, `${index} `);
    text += `${index} `;
    if (index % 90 === 0) eventLog.append(run.id, { type: 'stage', stage: 'thinking' } as Omit<AnswerEvent, 'seq'>);
    if (index % 7 === 0) await sleep(Math.random() * 4);
  }
  done(run);
  await eventLog.end(run.id);
  const events = memory.stored(run.id);
  expect(textOf(events)).toBe(text);
  expect(seqs(events)).toEqual(oneTo(events.length));
  expect(events.length).toBeLessThan(300);
  expect(shownOf(run)).toEqual(events.slice(1));
  expect(memory.answers.get(run.id)).toMatchObject({ content: text, seq: events.length, state: { name: 'complete' } });
});

it('writes the events of fifty runs in one commit', async () => {
  const runs = Array.from({ length: 50 }, () => opened());
  for (const run of runs) eventLog.append(run.id, { type: 'stage', stage: 'thinking' } as Omit<AnswerEvent, 'seq'>);
  await eventually(() => expect(shown).toHaveLength(50));
  expect(memory.asked).toHaveLength(1);
});

it('never has two commits under way', async () => {
  let under = 0;
  let most = 0;
  memory.beforeCommit = async () => {
    under += 1;
    most = Math.max(most, under);
    await sleep(5);
    under -= 1;
  };
  const runs = Array.from({ length: 10 }, () => opened());
  for (const run of runs) for (const word of ['a', 'b', 'c', 'd']) say(run, word);
  await Promise.all(runs.map((run) => eventLog.end(run.id)));
  expect(most).toBe(1);
});

it('shows nothing that is not stored, for as long as the store is away', async () => {
  let away = true;
  let commitsUnderAway = 0;
  memory.beforeCommit = async () => {
    if (!away) return;
    commitsUnderAway += 1;
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const run = opened();
  say(run, 'Is anybody ');
  await eventually(() => expect(commitsUnderAway).toBeGreaterThan(3));
  say(run, 'there?');
  done(run);
  const end = eventLog.end(run.id);
  expect(shown).toEqual([]);
  expect(log.lines).toContain('warn the store did not take events; trying again');
  away = false;
  await end;
  expect(textOf(shownOf(run))).toBe('Is anybody there?');
  expect(seqs(memory.stored(run.id))).toEqual(seqs(shownOf(run)));
});

it('stores nothing twice when a commit was made and nobody heard of it', async () => {
  let unheard = 2;
  memory.afterCommit = async () => {
    if (unheard > 0)
      throw Object.assign(new Error('the server closed the connection'), { code: '57P01', unheard: (unheard -= 1) });
  };
  const run = opened();
  say(run, 'Once.');
  done(run);
  await eventLog.end(run.id);
  expect(textOf(memory.stored(run.id))).toBe('Once.');
  expect(shownOf(run)).toEqual(memory.stored(run.id));
});

describe('a run whose events the store refuses', () => {
  const refusing =
    (poison: string, error = { code: '22P05' }) =>
    async (writes: readonly RunWrite[]) => {
      if (JSON.stringify(writes).includes(poison))
        throw Object.assign(new Error('unsupported Unicode escape sequence'), error);
    };

  it('fails alone, with what was stored of it kept and saved', async () => {
    const [bad, ...others] = Array.from({ length: 9 }, () => opened()) as [RunRow, ...RunRow[]];
    say(bad, 'What was fine. ');
    await eventually(() => expect(shownOf(bad)).toHaveLength(1));
    memory.beforeCommit = refusing('poison');
    for (const run of [bad, ...others]) say(run, run === bad ? 'poison' : 'fine');
    await Promise.all([bad, ...others].map((run) => eventLog.end(run.id)));
    for (const run of others) expect(textOf(memory.stored(run.id))).toBe('fine');
    await eventually(() => expect(memory.ended.has(bad.id)).toBe(true));
    expect(memory.stored(bad.id)).toEqual([
      { type: 'chunk', seq: 1, chunk: 'What was fine. ' },
      { type: 'failed', seq: 2, error: { code: 'unexpected', detail: expect.stringContaining('trouble') } },
    ]);
    expect(shownOf(bad)).toEqual(memory.stored(bad.id));
    expect(memory.answers.get(bad.id)).toMatchObject({ content: 'What was fine. ', state: { name: 'failed' } });
    expect(dropped).toEqual([bad.id]);
  });

  it('is left unended when even its apology is refused, and holds nobody up', async () => {
    const bad = opened();
    memory.beforeCommit = refusing(bad.id, { code: '54000' });
    say(bad, 'anything');
    await eventLog.end(bad.id);
    await eventually(() => expect(log.lines).toContain('error a failed run could not be ended'));
    expect(shown).toEqual([]);
    expect(memory.ended.has(bad.id)).toBe(false);
    const good = opened();
    say(good, 'fine');
    await eventLog.end(good.id);
    expect(textOf(shownOf(good))).toBe('fine');
  });
});

it('lets go of a run that another process has taken over, and of no other', async () => {
  const [taken, mine] = [opened(), opened()];
  memory.lost.add(taken.id);
  say(taken, 'too late');
  say(mine, 'in time');
  await Promise.all([eventLog.end(taken.id), eventLog.end(mine.id)]);
  expect(dropped).toEqual([taken.id]);
  expect(shownOf(taken)).toEqual([]);
  expect(textOf(shownOf(mine))).toBe('in time');
  say(taken, 'even later');
  await sleep(60);
  expect(memory.stored(taken.id)).toEqual([]);
});

it('goes on where another process stopped', async () => {
  const before: AnswerEvent[] = [
    { type: 'started', seq: 1, run_id: newId(), message_id: newId(), user_message_id: newId() },
    { type: 'chunk', seq: 2, chunk: 'Half an ' },
  ];
  const run = opened(...before);
  eventLog.append(run.id, { type: 'interrupted' } as Omit<AnswerEvent, 'seq'>);
  await eventLog.end(run.id);
  expect(memory.stored(run.id)).toEqual([...before, { type: 'interrupted', seq: 3 }]);
  expect(memory.answers.get(run.id)).toMatchObject({ content: 'Half an ', seq: 3, state: { name: 'interrupted' } });
});

it('takes nothing after the end, nor for a run it does not know', async () => {
  const run = opened();
  say(run, 'all');
  const end = eventLog.end(run.id);
  say(run, ' too much');
  await end;
  say(run, ' far too much');
  eventLog.append(newId(), { type: 'stopped' });
  await eventLog.end(newId());
  await eventLog.end(run.id);
  expect(textOf(memory.stored(run.id))).toBe('all');
});

it('leaves a run unended for another process to go on with', async () => {
  const run = opened();
  say(run, 'stored ');
  await eventually(() => expect(shownOf(run)).toHaveLength(1));
  eventLog.leave(run.id);
  say(run, 'never');
  await eventLog.end(run.id);
  await sleep(60);
  expect(textOf(memory.stored(run.id))).toBe('stored ');
  expect(memory.ended.has(run.id)).toBe(false);
  expect(dropped).toEqual([]);
});
