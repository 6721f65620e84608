import type { Log } from '#platform/log.ts';
import type { StoredEvent } from '#api/storage/tables/runs/runs.ts';
import type { Store } from '#api/storage/store.ts';
import type { EventFilter } from './eventFilter.ts';
import type { WrittenEvents } from './eventLog.ts';

/** A follower of another process's run reads the store at least this often, in case a notification was lost. */
const RECHECK_MS = 1_000;

/** The stored events of one run, from its first event on. */
interface Feed {
  events: StoredEvent[];
  ended: boolean;
  followers: number;
  wakers: Set<() => void>;
  /** The read of the store in progress. A refill that is requested during it sets `readAgain`. */
  refilling: Promise<void> | null;
  readAgain: boolean;
}

/** The part of the store that the feeds use. */
interface EventStore {
  runs: Pick<Store['runs'], 'find' | 'listEvents'>;
}

export interface Feeds {
  /** Keeps the events of a local run in memory until `stop`, so that followers need not read the store. */
  start(runId: string, priorEvents: readonly StoredEvent[]): void;
  stop(runId: string): void;
  /** Adds events that this process has just stored. */
  add(written: WrittenEvents): void;
  /** Reads events that another process has stored for these runs. */
  refresh(runIds: readonly string[]): void;
  /**
   * Yields the events after number `from` that the filter shows, in batches, then new ones until the run has ended or `signal`
   * fires.
   */
  follow(runId: string, from: number, filter: EventFilter, signal: AbortSignal): AsyncGenerator<StoredEvent[]>;
}

/**
 * Delivers stored events to any number of followers. Each follower has a position in one shared list, so a slow one
 * needs no queue. `isLocal` tells whether this process writes a run; the feed of a local run gets all its events
 * through `add`.
 */
export function createFeeds(
  { store, log }: { store: EventStore; log: Log },
  isLocal: (runId: string) => boolean,
  recheckMs = RECHECK_MS,
): Feeds {
  const feeds = new Map<string, Feed>();

  /** Appends events; false if events before them are missing, or events up to `endsAt`, the number of the last one. */
  function push(feed: Feed, events: readonly StoredEvent[], endsAt: number | null): boolean {
    const fresh = events.filter((event) => event.seq > feed.events.length);
    if (fresh[0] && fresh[0].seq !== feed.events.length + 1) return false;
    for (const event of fresh) feed.events.push(event);
    if (endsAt !== null && feed.events.length < endsAt) return false;
    feed.ended ||= endsAt !== null;
    if (fresh.length === 0 && endsAt === null) return true;
    const wakers = [...feed.wakers];
    feed.wakers.clear();
    for (const wake of wakers) wake();
    return true;
  }

  async function read(runId: string, feed: Feed): Promise<void> {
    try {
      do {
        feed.readAgain = false;
        // The run is read before its events, so that the list of events is complete if the run has ended.
        const run = await store.runs.find(runId);
        const events = await store.runs.listEvents(runId, feed.events.length);
        push(feed, events, run === undefined || run.state === 'ended' ? 0 : null);
      } while (feed.readAgain);
    } finally {
      feed.refilling = null;
    }
  }

  async function refill(runId: string, feed: Feed): Promise<void> {
    if (feed.refilling) feed.readAgain = true;
    else feed.refilling = read(runId, feed);
    await feed.refilling;
  }

  /** Refills a feed. A failure is only logged, because the next refill reads the same events. */
  async function tryRefill(runId: string, feed: Feed): Promise<void> {
    await refill(runId, feed).catch((error: unknown) => {
      log.warn({ error, run: runId }, 'failed to read run events; retrying');
    });
  }

  function open(runId: string): Feed {
    let feed = feeds.get(runId);
    if (!feed) {
      feed = { events: [], ended: false, followers: 0, wakers: new Set(), refilling: null, readAgain: false };
      feeds.set(runId, feed);
    }
    feed.followers += 1;
    return feed;
  }

  function close(runId: string, feed: Feed): void {
    feed.followers -= 1;
    if (feed.followers === 0 && feeds.get(runId) === feed) feeds.delete(runId);
  }

  /** Waits for new events; false after `recheckMs` without any. */
  function waitForEvents(feed: Feed, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (woken: boolean) => {
        clearTimeout(timer);
        feed.wakers.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve(woken);
      };
      const wake = () => settle(true);
      const timer = setTimeout(() => settle(false), recheckMs);
      feed.wakers.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  return {
    start(runId, priorEvents) {
      push(open(runId), priorEvents, null);
    },

    stop(runId) {
      const feed = feeds.get(runId);
      if (feed) close(runId, feed);
    },

    add({ run, events, ended, seq }) {
      const feed = feeds.get(run.id);
      if (feed && !push(feed, events, ended ? seq : null)) void tryRefill(run.id, feed);
    },

    refresh(runIds) {
      for (const runId of runIds) {
        const feed = feeds.get(runId);
        if (feed) void tryRefill(runId, feed);
      }
    },

    async *follow(runId, from, filter, signal) {
      const feed = open(runId);
      let next = from;
      try {
        if (feed.events.length === 0) await refill(runId, feed);
        while (!signal.aborted) {
          const batch = feed.events.slice(next);
          if (batch.length > 0) {
            next += batch.length;
            const shown = batch.flatMap((event) => filter.show(event) ?? []);
            if (shown.length > 0) yield shown;
            continue;
          }
          if (feed.ended) return;
          const woken = await waitForEvents(feed, signal);
          if (!woken && !isLocal(runId)) await tryRefill(runId, feed);
        }
      } finally {
        close(runId, feed);
      }
    },
  };
}
