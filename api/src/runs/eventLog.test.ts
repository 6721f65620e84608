import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '#tests/harness/eventually.ts';
import { createInMemoryRuns, type InMemoryRuns } from '#tests/harness/fakes/inMemoryRuns.ts';
import { ada, newId, makeRunRow } from '#tests/harness/storage/rows.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import { answerKind } from '#api/answers/answerRun.ts';
import { systemClock } from '#platform/clock.ts';
import type { RunRow, RunWrite, StoredEvent } from '#api/storage/tables/runs/runs.ts';
import { createEventLog, type EventLog, type WrittenEvents } from './eventLog.ts';
import type { RunKind } from './runKind.ts';
import { createRecordingLog } from '#tests/harness/fakes/recordingLog.ts';

const kind = answerKind as RunKind;
const process = newId();
const fastClock = { ...systemClock, sleep: (ms: number) => sleep(ms / 25) };

let memory: InMemoryRuns;
let eventLog: EventLog;
let log: ReturnType<typeof createRecordingLog>;
let shown: WrittenEvents[];
let dropped: string[];

beforeEach(() => {
  memory = createInMemoryRuns();
  log = createRecordingLog();
  shown = [];
  dropped = [];
  eventLog = createEventLog({ store: memory, clock: fastClock, log }, process, {
    onWritten: (written) => void shown.push(...written),
    onDropped: (run) => void dropped.push(run.id),
  });
});

function openRun(...priorEvents: AnswerEvent[]): RunRow {
  const run = makeRunRow(ada, { processId: process });
  memory.add(run, ...priorEvents);
  eventLog.open(run, kind, priorEvents);
  return run;
}

const appendChunk = (run: RunRow, chunk: string) =>
  eventLog.append(run.id, { type: 'chunk', chunk } as Omit<AnswerEvent, 'seq'>);
const appendDone = (run: RunRow) =>
  eventLog.append(run.id, { type: 'done', finish: 'stop' } as Omit<AnswerEvent, 'seq'>);
const seqs = (events: readonly StoredEvent[]) => events.map(({ seq }) => seq);
const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);
const textOf = (events: readonly StoredEvent[]) =>
  (events as AnswerEvent[]).map((event) => (event.type === 'chunk' ? event.chunk : '')).join('');
const shownOf = (run: RunRow) => shown.filter((written) => written.run.id === run.id).flatMap(({ events }) => events);

it('commits the first chunk at once and later ones together', async () => {
  const run = openRun();
  appendChunk(run, 'The ');
  expect(memory.commits).toHaveLength(1);
  await eventually(() => expect(shownOf(run)).toHaveLength(1));
  for (const word of ['first ', 'words ']) {
    appendChunk(run, word);
    await eventually(() => expect(textOf(shownOf(run))).toContain(word));
  }
  const commits = memory.commits.length;
  for (const word of ['and ', 'all ', 'the ', 'rest']) appendChunk(run, word);
  expect(memory.commits).toHaveLength(commits);
  await eventually(() => expect(textOf(shownOf(run))).toBe('The first words and all the rest'));
  expect(memory.commits).toHaveLength(commits + 1);
});

it('merges chunks in order, without loss and without gaps in the numbers', async () => {
  memory.afterCommit = () => sleep(Math.random() * 12);
  const run = openRun({ type: 'started', seq: 1, run_id: newId(), message_id: newId(), user_message_id: newId() });
  let text = '';
  for (let index = 0; index < 400; index += 1) {
    appendChunk(run, `${index} `);
    text += `${index} `;
    if (index % 90 === 0) eventLog.append(run.id, { type: 'stage', stage: 'thinking' } as Omit<AnswerEvent, 'seq'>);
    if (index % 7 === 0) await sleep(Math.random() * 4);
  }
  appendDone(run);
  await eventLog.end(run.id);
  const events = memory.listStored(run.id);
  expect(textOf(events)).toBe(text);
  expect(seqs(events)).toEqual(numbersTo(events.length));
  expect(events.length).toBeLessThan(300);
  expect(shownOf(run)).toEqual(events.slice(1));
  expect(memory.answers.get(run.id)).toMatchObject({ content: text, seq: events.length, state: { name: 'complete' } });
});

it('writes the events of fifty runs in one commit', async () => {
  const runs = Array.from({ length: 50 }, () => openRun());
  for (const run of runs) eventLog.append(run.id, { type: 'stage', stage: 'thinking' } as Omit<AnswerEvent, 'seq'>);
  await eventually(() => expect(shown).toHaveLength(50));
  expect(memory.commits).toHaveLength(1);
});

it('never commits twice at the same time', async () => {
  let commits = 0;
  let maxCommits = 0;
  memory.beforeCommit = async () => {
    commits += 1;
    maxCommits = Math.max(maxCommits, commits);
    await sleep(5);
    commits -= 1;
  };
  const runs = Array.from({ length: 10 }, () => openRun());
  for (const run of runs) for (const word of ['a', 'b', 'c', 'd']) appendChunk(run, word);
  await Promise.all(runs.map((run) => eventLog.end(run.id)));
  expect(maxCommits).toBe(1);
});

it('shows nothing that is not stored while the store is unavailable', async () => {
  let isAvailable = false;
  let failedCommits = 0;
  memory.beforeCommit = async () => {
    if (isAvailable) return;
    failedCommits += 1;
    throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  };
  const run = openRun();
  appendChunk(run, 'Is anybody ');
  await eventually(() => expect(failedCommits).toBeGreaterThan(3));
  appendChunk(run, 'there?');
  appendDone(run);
  const end = eventLog.end(run.id);
  expect(shown).toEqual([]);
  expect(log.lines).toContain('warn failed to store run events; retrying');
  isAvailable = true;
  await end;
  expect(textOf(shownOf(run))).toBe('Is anybody there?');
  expect(seqs(memory.listStored(run.id))).toEqual(seqs(shownOf(run)));
});

it('stores nothing twice when the reply to a commit was lost', async () => {
  let lostReplies = 2;
  memory.afterCommit = async () => {
    if (lostReplies === 0) return;
    lostReplies -= 1;
    throw Object.assign(new Error('the server closed the connection'), { code: '57P01' });
  };
  const run = openRun();
  appendChunk(run, 'Once.');
  appendDone(run);
  await eventLog.end(run.id);
  expect(textOf(memory.listStored(run.id))).toBe('Once.');
  expect(shownOf(run)).toEqual(memory.listStored(run.id));
});

describe('a run whose events the store rejects', () => {
  const rejectWrites =
    (poison: string, error = { code: '22P05' }) =>
    async (writes: readonly RunWrite[]) => {
      if (JSON.stringify(writes).includes(poison))
        throw Object.assign(new Error('unsupported Unicode escape sequence'), error);
    };

  it('fails without affecting other runs, and keeps what was stored', async () => {
    const [bad, ...others] = Array.from({ length: 9 }, () => openRun()) as [RunRow, ...RunRow[]];
    appendChunk(bad, 'What was fine. ');
    await eventually(() => expect(shownOf(bad)).toHaveLength(1));
    memory.beforeCommit = rejectWrites('poison');
    for (const run of [bad, ...others]) appendChunk(run, run === bad ? 'poison' : 'fine');
    await Promise.all([bad, ...others].map((run) => eventLog.end(run.id)));
    for (const run of others) expect(textOf(memory.listStored(run.id))).toBe('fine');
    await eventually(() => expect(memory.ended.has(bad.id)).toBe(true));
    expect(memory.listStored(bad.id)).toEqual([
      { type: 'chunk', seq: 1, chunk: 'What was fine. ' },
      { type: 'failed', seq: 2, error: { code: 'unexpected', detail: expect.stringContaining('trouble') } },
    ]);
    expect(shownOf(bad)).toEqual(memory.listStored(bad.id));
    expect(memory.answers.get(bad.id)).toMatchObject({ content: 'What was fine. ', state: { name: 'failed' } });
    expect(dropped).toEqual([bad.id]);
  });

  it('is not ended when its failed event is rejected too, and other runs continue', async () => {
    const bad = openRun();
    memory.beforeCommit = rejectWrites(bad.id, { code: '54000' });
    appendChunk(bad, 'anything');
    await eventLog.end(bad.id);
    await eventually(() => expect(log.lines).toContain('error failed to end run'));
    expect(shown).toEqual([]);
    expect(memory.ended.has(bad.id)).toBe(false);
    const good = openRun();
    appendChunk(good, 'fine');
    await eventLog.end(good.id);
    expect(textOf(shownOf(good))).toBe('fine');
  });
});

it('drops only a run that another process has taken over', async () => {
  const [taken, mine] = [openRun(), openRun()];
  memory.lost.add(taken.id);
  appendChunk(taken, 'too late');
  appendChunk(mine, 'in time');
  await Promise.all([eventLog.end(taken.id), eventLog.end(mine.id)]);
  expect(dropped).toEqual([taken.id]);
  expect(shownOf(taken)).toEqual([]);
  expect(textOf(shownOf(mine))).toBe('in time');
  appendChunk(taken, 'even later');
  await sleep(60);
  expect(memory.listStored(taken.id)).toEqual([]);
});

it('continues where another process stopped', async () => {
  const priorEvents: AnswerEvent[] = [
    { type: 'started', seq: 1, run_id: newId(), message_id: newId(), user_message_id: newId() },
    { type: 'chunk', seq: 2, chunk: 'Half an ' },
  ];
  const run = openRun(...priorEvents);
  eventLog.append(run.id, { type: 'interrupted' } as Omit<AnswerEvent, 'seq'>);
  await eventLog.end(run.id);
  expect(memory.listStored(run.id)).toEqual([...priorEvents, { type: 'interrupted', seq: 3 }]);
  expect(memory.answers.get(run.id)).toMatchObject({ content: 'Half an ', seq: 3, state: { name: 'interrupted' } });
});

it('ignores events after the end, and events of unknown runs', async () => {
  const run = openRun();
  appendChunk(run, 'all');
  const end = eventLog.end(run.id);
  appendChunk(run, ' too much');
  await end;
  appendChunk(run, ' far too much');
  eventLog.append(newId(), { type: 'stopped' });
  await eventLog.end(newId());
  await eventLog.end(run.id);
  expect(textOf(memory.listStored(run.id))).toBe('all');
});

it('detaches a run without ending it', async () => {
  const run = openRun();
  appendChunk(run, 'stored ');
  await eventually(() => expect(shownOf(run)).toHaveLength(1));
  eventLog.detach(run.id);
  appendChunk(run, 'never');
  await eventLog.end(run.id);
  await sleep(60);
  expect(textOf(memory.listStored(run.id))).toBe('stored ');
  expect(memory.ended.has(run.id)).toBe(false);
  expect(dropped).toEqual([]);
});
