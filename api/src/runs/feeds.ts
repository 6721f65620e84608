import type { StoredEvent } from '../storage/tables/runs.ts';
import type { Store } from '../storage/store.ts';
import type { Written } from './journal.ts';

/** A follower asks the store again after this long, so that a lost notification costs time and nothing else. */
const RECHECK_MS = 1_000;

/** The stored events of one run that this process has seen, the first of them at 0. */
interface Feed {
  events: StoredEvent[];
  ended: boolean;
  followers: number;
  wake: Set<() => void>;
  /** Reading the store; events that come meanwhile and leave a gap make it read once more. */
  refilling: Promise<void> | null;
  gap: boolean;
}

export interface Feeds {
  /** Takes events that were just stored, by this process or, read again, by another. */
  add(written: Written): void;
  /** Says that another process stored something for these runs. */
  nudge(runIds: readonly string[]): Promise<void>;
  /** All events after the one numbered `from`, in batches, then what comes, until the run has ended or `signal` fires. */
  follow(runId: string, from: number, signal: AbortSignal): AsyncGenerator<StoredEvent[]>;
}

/** Stored events on their way to any number of readers; a slow reader holds a place in a list, not a queue. */
export function createFeeds(store: Store): Feeds {
  const feeds = new Map<string, Feed>();

  function push(feed: Feed, events: readonly StoredEvent[], ended: boolean): void {
    const fresh = events.filter((event) => event.seq > feed.events.length);
    feed.gap ||= fresh[0] !== undefined && fresh[0].seq !== feed.events.length + 1;
    if (feed.gap) return;
    feed.events.push(...fresh);
    feed.ended ||= ended;
    if (fresh.length === 0 && !ended) return;
    const sleepers = [...feed.wake];
    feed.wake.clear();
    for (const wake of sleepers) wake();
  }

  async function read(runId: string, feed: Feed): Promise<void> {
    do {
      feed.gap = false;
      const run = await store.runs.find(runId);
      const events = await store.runs.events(runId, feed.events.length);
      feed.gap = false;
      push(feed, events, run === undefined || run.state === 'ended');
    } while (feed.gap);
  }

  async function refill(runId: string, feed: Feed): Promise<void> {
    feed.refilling ??= read(runId, feed).finally(() => {
      feed.refilling = null;
    });
    await feed.refilling;
  }

  function open(runId: string): Feed {
    let feed = feeds.get(runId);
    if (!feed) {
      feed = { events: [], ended: false, followers: 0, wake: new Set(), refilling: null, gap: false };
      feeds.set(runId, feed);
    }
    feed.followers += 1;
    return feed;
  }

  function close(runId: string, feed: Feed): void {
    feed.followers -= 1;
    if (feed.followers === 0 && feeds.get(runId) === feed) feeds.delete(runId);
  }

  function news(feed: Feed, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        feed.wake.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, RECHECK_MS);
      feed.wake.add(done);
      signal.addEventListener('abort', done);
    });
  }

  return {
    add({ run, events, ended }) {
      const feed = feeds.get(run.id);
      if (!feed) return;
      push(feed, events, ended);
      if (feed.gap) void refill(run.id, feed).catch(() => undefined);
    },

    async nudge(runIds) {
      await Promise.all(
        runIds.map(async (runId) => {
          const feed = feeds.get(runId);
          if (feed) await refill(runId, feed);
        }),
      );
    },

    async *follow(runId, from, signal) {
      const feed = open(runId);
      let next = from;
      try {
        if (feed.events.length === 0) await refill(runId, feed);
        while (!signal.aborted) {
          const batch = feed.events.slice(next);
          if (batch.length > 0) {
            next += batch.length;
            yield batch;
            continue;
          }
          if (feed.ended) return;
          const length = feed.events.length;
          await news(feed, signal);
          if (feed.events.length === length && !feed.ended && !signal.aborted) await refill(runId, feed);
        }
      } finally {
        close(runId, feed);
      }
    },
  };
}
