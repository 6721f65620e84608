import type { RunRow, RunWrite, StoredEvent } from '#api/storage/tables/runs/runs.ts';
import type { Store } from '#api/storage/store.ts';
import type { Answer } from '#contract/runs/answerEvents.ts';

/** The part of the store that the event log and the feeds use, in memory, with hooks to inject delays and errors. */
export interface InMemoryRuns {
  runs: Pick<Store['runs'], 'commit' | 'listEvents' | 'find'>;
  /** Every commit that was requested, including failed ones. */
  commits: (readonly RunWrite[])[];
  answers: Map<string, Answer>;
  ended: Set<string>;
  /** Runs that another process has taken over. */
  lost: Set<string>;
  reads: number;
  /** Called before a commit; can throw an error of the store. */
  beforeCommit: (writes: readonly RunWrite[]) => Promise<void>;
  /** Called after a commit, before `commit` resolves. */
  afterCommit: () => Promise<void>;
  /** Called after a read, before `listEvents` resolves. */
  afterRead: () => Promise<void>;
  listStored(runId: string): StoredEvent[];
  /** Adds a run with events that are already stored. */
  add(run: RunRow, ...events: StoredEvent[]): void;
}

export function createInMemoryRuns(): InMemoryRuns {
  const rows = new Map<string, RunRow>();
  const events = new Map<string, StoredEvent[]>();
  const doNothing = async () => undefined;
  const memory: InMemoryRuns = {
    commits: [],
    answers: new Map(),
    ended: new Set(),
    lost: new Set(),
    reads: 0,
    beforeCommit: doNothing,
    afterCommit: doNothing,
    afterRead: doNothing,
    listStored: (runId) => events.get(runId) ?? [],
    add(run, ...stored) {
      rows.set(run.id, run);
      events.set(run.id, [...stored]);
    },
    runs: {
      async commit(_processId, writes) {
        memory.commits.push(writes);
        await memory.beforeCommit(writes);
        for (const { runId, events: added, ended, answer } of writes) {
          if (memory.lost.has(runId)) continue;
          const stored = memory.listStored(runId);
          events.set(runId, [...stored, ...added.filter((event) => stored.every(({ seq }) => seq !== event.seq))]);
          if (answer) memory.answers.set(runId, structuredClone(answer.answer));
          if (ended) memory.ended.add(runId);
        }
        await memory.afterCommit();
        return writes.map(({ runId }) => runId).filter((runId) => memory.lost.has(runId));
      },
      async listEvents(runId, from) {
        memory.reads += 1;
        const found = memory.listStored(runId).filter((event) => event.seq > from);
        await memory.afterRead();
        return found;
      },
      async find(runId) {
        const run = rows.get(runId);
        return run && { ...run, state: memory.ended.has(runId) ? 'ended' : run.state };
      },
    },
  };
  return memory;
}
