import { AvaError } from '../../contract/errors.ts';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { RunRow, RunWrite, StoredEvent } from '../storage/tables/runs/runs.ts';
import type { Store } from '../storage/store.ts';
import type { RunKind, Unnumbered } from './runKind.ts';

/** Between two commits. Under load it grows to as long as a commit takes: one carries more, and half the time is others'. */
const SHORTEST_PAUSE_MS = 25;
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

interface Entry {
  page: Page;
  write: RunWrite;
}

export interface Written {
  run: RunRow;
  events: readonly StoredEvent[];
  ended: boolean;
  /** The number of the run's last event so far: an end may come without one. */
  seq: number;
}

export interface Journal {
  /** Begins or takes over a run whose events so far are `before`. */
  open(run: RunRow, kind: RunKind, before: readonly StoredEvent[]): void;
  append(runId: string, event: Unnumbered<StoredEvent>): void;
  /** Closes a run: when this resolves, its last events are stored and its work is saved. */
  end(runId: string): Promise<void>;
  /** Forgets a run without ending it; another process goes on with what is stored. */
  leave(runId: string): void;
}

/** What the journal needs of the store. */
interface Shelf {
  runs: Pick<Store['runs'], 'commit' | 'events'>;
}

export interface Told {
  /** These events are stored and may be shown. */
  written(written: readonly Written[]): void;
  /** Nothing more is taken for this run: another process has taken it over, or the store refuses what it writes. */
  dropped(run: RunRow): void;
}

/**
 * The one writer of a process: it commits the events of all its runs together and only then tells of them. What comes after
 * a while of nothing goes at once, the rest every 25 ms, stretching with the time that a commit takes; what a person is
 * waiting for waits for no more than the store itself needs.
 */
export function createJournal(
  { store, clock, log }: { store: Shelf; clock: Clock; log: Log },
  processId: string,
  told: Told,
): Journal {
  const pages = new Map<string, Page>();
  const dirty = new Set<Page>();
  let timer: NodeJS.Timeout | null = null;
  let writing = false;
  let urgent = false;
  /** The last commit: when it ended, on the clock that never jumps, and how many ms it took. */
  let last = { end: -Infinity, took: 0 };

  function schedule(): void {
    if (writing || dirty.size === 0 || (timer && !urgent)) return;
    if (timer) clearTimeout(timer);
    const pause = Math.min(LONGEST_PAUSE_MS, urgent ? last.took : Math.max(SHORTEST_PAUSE_MS, last.took));
    const wait = last.end + pause - clock.monotonic();
    if (urgent && wait <= 0) void write();
    // What comes in the same turn as the first goes with it.
    else timer = setTimeout(() => void write(), Math.max(0, wait));
  }

  async function write(): Promise<void> {
    const batch = [...dirty].map(take);
    dirty.clear();
    timer = null;
    urgent = false;
    writing = true;
    const from = clock.monotonic();
    const kept = await persist(batch);
    const end = clock.monotonic();
    last = { end, took: end - from };
    writing = false;
    told.written(
      kept.map(({ page, write: { events, ended } }) => ({
        run: page.run,
        events,
        ended,
        seq: events.at(-1)?.seq ?? page.seq,
      })),
    );
    for (const { page, write } of kept) if (write.ended) close(page);
    schedule();
  }

  function take(page: Page): Entry {
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

  /** Stores a batch and gives what was stored. A run whose own data the store refuses fails alone. */
  async function persist(batch: readonly Entry[]): Promise<Entry[]> {
    try {
      const writes = batch.map((entry) => entry.write);
      const lost = new Set(await patiently(() => store.runs.commit(processId, writes)));
      for (const { page } of batch) if (lost.has(page.run.id)) drop(page);
      return batch.filter(({ page }) => !lost.has(page.run.id));
    } catch (error) {
      const [only] = batch;
      if (batch.length === 1 && only) return fail(only.page, error);
      const half = batch.length >> 1;
      return [...(await persist(batch.slice(0, half))), ...(await persist(batch.slice(half)))];
    }
  }

  /** Throws what the store refuses; everything else is tried again. */
  async function patiently<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (error) {
        if (isRefusal(error)) throw error;
        log.warn({ error }, 'the store did not take events; trying again');
        await clock.sleep(RETRY_PAUSE_MS);
      }
    }
  }

  /** Ends a run with what is stored of it and an apology; if even that is refused, it is left to the sweep. */
  async function fail(page: Page, cause: unknown): Promise<Entry[]> {
    log.error({ error: cause, run: page.run.id }, 'the store refused the events of a run');
    drop(page);
    const rest = newPage(page.run, page.kind, await patiently(() => store.runs.events(page.run.id, 0)));
    rest.pending.push({ ...page.kind.failed(new AvaError('unexpected', { cause })), seq: (rest.seq += 1) });
    rest.ended = true;
    const entry = take(rest);
    try {
      const lost = await patiently(() => store.runs.commit(processId, [entry.write]));
      return lost.length === 0 ? [entry] : [];
    } catch (error) {
      log.error({ error, run: page.run.id }, 'a failed run could not be ended');
      return [];
    }
  }

  function drop(page: Page): void {
    forget(page);
    told.dropped(page.run);
  }

  function forget(page: Page): void {
    page.ended = true;
    dirty.delete(page);
    close(page);
  }

  function close(page: Page): void {
    if (pages.get(page.run.id) === page) pages.delete(page.run.id);
    page.closed.resolve();
  }

  return {
    open(run, kind, before) {
      pages.set(run.id, newPage(run, kind, before));
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

    leave(runId) {
      const page = pages.get(runId);
      if (page) forget(page);
    },
  };
}

function newPage(run: RunRow, kind: RunKind, before: readonly StoredEvent[]): Page {
  const state = kind.empty(run);
  for (const event of before) kind.fold(state, event);
  const seq = before.at(-1)?.seq ?? 0;
  return { run, kind, state, seq, pending: [], ended: false, closed: Promise.withResolvers<void>() };
}

/** Whether the store will never take this: a value it cannot hold, or a rule of its own (SQLSTATE classes 22, 23, 54). */
function isRefusal(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return /^(22|23|54)/.test(code);
}
