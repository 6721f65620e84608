import type { Log } from '../../platform/log.ts';
import type { StoredEvent } from '../storage/tables/runs/runs.ts';
import type { Store } from '../storage/store.ts';
import type { WrittenEvents } from './eventLog.ts';

/** A follower of another process' run asks the store again after this long: a lost notification costs time, no more. */
const RECHECK_MS = 1_000;

/** The stored events of one run that this process has seen, the first of them at 0. */
interface Feed {
  events: StoredEvent[];
  ended: boolean;
  followers: number;
  wake: Set<() => void>;
  /** Reading the store; what is missed meanwhile makes it read `again`. */
  refilling: Promise<void> | null;
  again: boolean;
}

/** What the feeds need of the store. */
interface EventStore {
  runs: Pick<Store['runs'], 'find' | 'listEvents'>;
}

export interface Feeds {
  /** Keeps the events of a run of this process from its first ones on, so that nobody here need read them. */
  start(runId: string, before: readonly StoredEvent[]): void;
  /** Ends what `begin` began. */
  stop(runId: string): void;
  /** Takes events that were just stored by this process. */
  add(written: WrittenEvents): void;
  /** Says that another process stored something for these runs. */
  refresh(runIds: readonly string[]): void;
  /** All events after the one numbered `from`, in batches, then what comes, until the run has ended or `signal` fires. */
  follow(runId: string, from: number, signal: AbortSignal): AsyncGenerator<StoredEvent[]>;
}

/**
 * Stored events on their way to any number of readers; a slow reader holds a place in a list, not a queue. `isLocal` says
 * whether this process writes a run, so that `add` tells of all that happens to it.
 */
export function createFeeds(
  { store, log }: { store: EventStore; log: Log },
  isLocal: (runId: string) => boolean,
): Feeds {
  const feeds = new Map<string, Feed>();

  /** Takes what continues the feed; false when something before it, or before the end at `endsAt`, is missing. */
  function push(feed: Feed, events: readonly StoredEvent[], endsAt: number | null): boolean {
    const fresh = events.filter((event) => event.seq > feed.events.length);
    if (fresh[0] && fresh[0].seq !== feed.events.length + 1) return false;
    for (const event of fresh) feed.events.push(event);
    if (endsAt !== null && feed.events.length < endsAt) return false;
    feed.ended ||= endsAt !== null;
    if (fresh.length === 0 && endsAt === null) return true;
    const sleepers = [...feed.wake];
    feed.wake.clear();
    for (const wake of sleepers) wake();
    return true;
  }

  async function read(runId: string, feed: Feed): Promise<void> {
    try {
      do {
        feed.again = false;
        // The run first: once it has ended, all its events are there.
        const run = await store.runs.find(runId);
        const events = await store.runs.listEvents(runId, feed.events.length);
        push(feed, events, run === undefined || run.state === 'ended' ? 0 : null);
      } while (feed.again);
    } finally {
      feed.refilling = null;
    }
  }

  async function refill(runId: string, feed: Feed): Promise<void> {
    if (feed.refilling) feed.again = true;
    else feed.refilling = read(runId, feed);
    await feed.refilling;
  }

  /** A refill that fails is made up for by the next one. */
  async function tryRefill(runId: string, feed: Feed): Promise<void> {
    await refill(runId, feed).catch((error: unknown) => {
      log.warn({ error, run: runId }, 'events could not be read; readers will ask again');
    });
  }

  function open(runId: string): Feed {
    let feed = feeds.get(runId);
    if (!feed) {
      feed = { events: [], ended: false, followers: 0, wake: new Set(), refilling: null, again: false };
      feeds.set(runId, feed);
    }
    feed.followers += 1;
    return feed;
  }

  function close(runId: string, feed: Feed): void {
    feed.followers -= 1;
    if (feed.followers === 0 && feeds.get(runId) === feed) feeds.delete(runId);
  }

  /** Waits for more; false when the time is over without any. */
  function news(feed: Feed, signal: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (heard: boolean) => {
        clearTimeout(timer);
        feed.wake.delete(wake);
        signal.removeEventListener('abort', wake);
        resolve(heard);
      };
      const wake = () => settle(true);
      const timer = setTimeout(() => settle(false), RECHECK_MS);
      feed.wake.add(wake);
      signal.addEventListener('abort', wake);
    });
  }

  return {
    start(runId, before) {
      push(open(runId), before, null);
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
          const heard = await news(feed, signal);
          if (!heard && !isLocal(runId)) await tryRefill(runId, feed);
        }
      } finally {
        close(runId, feed);
      }
    },
  };
}
