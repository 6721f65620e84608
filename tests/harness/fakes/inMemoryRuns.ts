import type { RunRow, RunWrite, StoredEvent } from '../../../api/src/storage/tables/runs/runs.ts';
import type { Store } from '../../../api/src/storage/store.ts';
import type { Answer } from '../../../api/contract/runs.ts';
import type { Log } from '../../../api/platform/log.ts';

/** As much of the store as the journal and the feeds need, in memory, with hooks for what a store may do to them. */
export interface MemoryRuns {
  runs: Pick<Store['runs'], 'commit' | 'listEvents' | 'find'>;
  /** Every commit that was asked for, also those that failed. */
  asked: (readonly RunWrite[])[];
  answers: Map<string, Answer>;
  ended: Set<string>;
  /** Runs that another process has taken over. */
  lost: Set<string>;
  reads: number;
  /** Awaited before a commit is made; throws what the store would throw. */
  beforeCommit: (writes: readonly RunWrite[]) => Promise<void>;
  /** Awaited after a commit was made and before anybody is told. */
  afterCommit: () => Promise<void>;
  /** Awaited between a read and its answer. */
  afterRead: () => Promise<void>;
  stored(runId: string): StoredEvent[];
  /** Adds a run, with events that are stored already. */
  add(run: RunRow, ...events: StoredEvent[]): void;
}

export function memoryRuns(): MemoryRuns {
  const rows = new Map<string, RunRow>();
  const events = new Map<string, StoredEvent[]>();
  const nothing = async () => undefined;
  const memory: MemoryRuns = {
    asked: [],
    answers: new Map(),
    ended: new Set(),
    lost: new Set(),
    reads: 0,
    beforeCommit: nothing,
    afterCommit: nothing,
    afterRead: nothing,
    stored: (runId) => events.get(runId) ?? [],
    add(run, ...given) {
      rows.set(run.id, run);
      events.set(run.id, [...given]);
    },
    runs: {
      async commit(_processId, writes) {
        memory.asked.push(writes);
        await memory.beforeCommit(writes);
        for (const { runId, events: fresh, ended, answer } of writes) {
          if (memory.lost.has(runId)) continue;
          const kept = memory.stored(runId);
          events.set(runId, [...kept, ...fresh.filter((event) => kept.every(({ seq }) => seq !== event.seq))]);
          if (answer) memory.answers.set(runId, structuredClone(answer.answer));
          if (ended) memory.ended.add(runId);
        }
        await memory.afterCommit();
        return writes.map(({ runId }) => runId).filter((runId) => memory.lost.has(runId));
      },
      async listEvents(runId, from) {
        memory.reads += 1;
        const found = memory.stored(runId).filter((event) => event.seq > from);
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

/** A log that a test may look at. */
export function listeningRunsLog(): Log & { lines: string[] } {
  const lines: string[] = [];
  const keep = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') };
}
