import { AvaError } from '../../contract/errors.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { RunRow, RunWrite, StoredEvent } from '../storage/tables/runs.ts';
import type { Store } from '../storage/store.ts';
import type { RunKind, Unnumbered } from './kinds.ts';

/** A person sees text arrive in steps of this length; under load they grow, so that one commit carries more runs. */
const SHORTEST_PAUSE_MS = 30;
const LONGEST_PAUSE_MS = 250;
/** A store that is away is tried again for as long as the process lives; nobody is shown what is not stored. */
const RETRY_PAUSE_MS = 250;

interface Page {
  run: RunRow;
  kind: RunKind;
  state: unknown;
  seq: number;
  pending: StoredEvent[];
  ended: boolean;
  closed: PromiseWithResolvers<void>;
}

export interface Written {
  run: RunRow;
  events: readonly StoredEvent[];
  ended: boolean;
}

export interface Journal {
  /** Begins or takes over a run whose events so far are `before`. */
  open(run: RunRow, kind: RunKind, before: readonly StoredEvent[]): void;
  append(runId: string, event: Unnumbered<StoredEvent>): void;
  /** Closes a run: when this resolves, its last events are stored and its work is saved. */
  end(runId: string): Promise<void>;
}

/**
 * The one writer of a process: it commits the events of all its runs together and only then hands them to `onWritten`.
 * What a person is waiting for goes at once, the rest every 30 ms, stretching with the time that a commit takes.
 */
export function createJournal(
  { store, clock, log }: { store: Store; clock: Clock; log: Log },
  onWritten: (written: readonly Written[]) => void,
): Journal {
  const pages = new Map<string, Page>();
  const dirty = new Set<Page>();
  let timer: NodeJS.Timeout | null = null;
  let writing = false;
  let urgent = false;
  let pause = SHORTEST_PAUSE_MS;

  function schedule(): void {
    if (writing || dirty.size === 0) return;
    if (urgent) {
      if (timer) clearTimeout(timer);
      timer = null;
      void write();
      return;
    }
    timer ??= setTimeout(() => {
      timer = null;
      void write();
    }, pause);
  }

  async function write(): Promise<void> {
    const batch = [...dirty].map(take);
    dirty.clear();
    urgent = false;
    writing = true;
    const from = clock.monotonic();
    const kept = await persist(batch);
    pause = Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, clock.monotonic() - from));
    writing = false;
    onWritten(kept.map(({ page, write: { events, ended } }) => ({ run: page.run, events, ended })));
    for (const { page, write: { ended } } of kept) {
      if (!ended) continue;
      pages.delete(page.run.id);
      page.closed.resolve();
    }
    schedule();
  }

  function take(page: Page): { page: Page; write: RunWrite } {
    const events = page.pending;
    page.pending = [];
    for (const event of events) page.kind.fold(page.state, event);
    return { page, write: writeOf(page, events) };
  }

  function writeOf(page: Page, events: readonly StoredEvent[]): RunWrite {
    const { run, kind, state, ended } = page;
    const lasting = ended || events.some((event) => kind.isLasting(event));
    const answer = lasting ? kind.answer(state) : null;
    return { runId: run.id, events, ended, answer: answer && { chatId: run.subjectId, answer } };
  }

  /** Stores a batch. A run whose own data the store refuses fails alone; the others are stored without it. */
  async function persist(batch: ReturnType<typeof take>[]): Promise<ReturnType<typeof take>[]> {
    for (;;) {
      try {
        await store.runs.commit(
          batch.map((entry) => entry.write),
          clock.now(),
        );
        return batch;
      } catch (error) {
        if (!isRefusal(error)) {
          log.warn({ error }, 'the store did not take events; trying again');
          await clock.sleep(RETRY_PAUSE_MS);
        } else if (batch.length > 1) {
          const halves = [batch.slice(0, batch.length >> 1), batch.slice(batch.length >> 1)];
          return [...(await persist(halves[0]!)), ...(await persist(halves[1]!))];
        } else {
          const only = batch[0]!.page;
          log.error({ error, run: only.run.id }, 'the store refused the events of a run');
          return [fail(only, error)];
        }
      }
    }
  }

  function fail(page: Page, cause: unknown): ReturnType<typeof take> {
    page.ended = true;
    page.pending = [];
    const event = { ...page.kind.failed(new AvaError('unexpected', { cause })), seq: (page.seq += 1) };
    void store.runs.commit([{ runId: page.run.id, events: [event], ended: true, answer: null }], clock.now()).catch((error: unknown) => {
      log.error({ error, run: page.run.id }, 'a failed run could not be ended');
    });
    return { page, write: { runId: page.run.id, events: [event], ended: true, answer: null } };
  }

  return {
    open(run, kind, before) {
      const state = kind.empty(run);
      for (const event of before) kind.fold(state, event);
      const seq = before.at(-1)?.seq ?? 0;
      pages.set(run.id, { run, kind, state, seq, pending: [], ended: false, closed: Promise.withResolvers<void>() });
    },

    append(runId, event) {
      const page = pages.get(runId);
      if (!page || page.ended) return;
      const last = page.pending.at(-1);
      const joined = last ? page.kind.join(last, { ...event, seq: last.seq }) : null;
      if (joined) page.pending[page.pending.length - 1] = joined;
      else page.pending.push({ ...event, seq: (page.seq += 1) });
      dirty.add(page);
      urgent ||= page.kind.isUrgent({ ...event, seq: page.seq });
      schedule();
    },

    async end(runId) {
      const page = pages.get(runId);
      if (!page) return;
      page.ended = true;
      urgent = true;
      dirty.add(page);
      schedule();
      await page.closed.promise;
    },
  };
}

/** Whether the store will never take this: a value it cannot hold, or a rule of its own (SQLSTATE classes 22, 23, 54). */
function isRefusal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(22|23|54)/.test(code);
}
