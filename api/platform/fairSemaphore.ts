/** A limited number of slots, shared between people. */
interface FairSemaphore {
  /** Waits for a slot and returns a function that releases it. Rejects with the signal's reason if aborted. */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiter {
  owner: string;
  enter: () => void;
}

/**
 * With several slots, the last free one is only for a person who has none, so that nobody can occupy them all. Otherwise
 * the person with the fewest slots is next, then the one who got a slot longest ago. Not p-limit, which is not fair.
 * @param perOwner slots that one person can have
 */
export function createFairSemaphore(slots: number, perOwner = slots): FairSemaphore {
  let free = slots;
  let turn = 0;
  const heldSlots = new Map<string, number>();
  const servedAt = new Map<string, number>();
  const waiters: Waiter[] = [];
  const countHeld = (owner: string) => heldSlots.get(owner) ?? 0;
  const canEnter = (owner: string) =>
    countHeld(owner) < perOwner && (free > 1 || (free === 1 && countHeld(owner) === 0));

  function enter(owner: string): void {
    free -= 1;
    heldSlots.set(owner, countHeld(owner) + 1);
    servedAt.set(owner, (turn += 1));
  }

  function release(owner: string): void {
    free += 1;
    heldSlots.set(owner, countHeld(owner) - 1);
    admitWaiters();
    if (countHeld(owner) > 0 || waiters.some((waiter) => waiter.owner === owner)) return;
    heldSlots.delete(owner);
    servedAt.delete(owner);
  }

  function admitWaiters(): void {
    for (;;) {
      const next = waiters.filter(({ owner }) => canEnter(owner)).toSorted(compareTurns)[0];
      if (!next) return;
      waiters.splice(waiters.indexOf(next), 1);
      enter(next.owner);
      next.enter();
    }
  }

  function compareTurns(a: Waiter, b: Waiter): number {
    const getServedAt = ({ owner }: Waiter) => servedAt.get(owner) ?? 0;
    return countHeld(a.owner) - countHeld(b.owner) || getServedAt(a) - getServedAt(b);
  }

  return {
    async acquire(owner, signal) {
      signal?.throwIfAborted();
      if (canEnter(owner)) enter(owner);
      else await wait(waiters, owner, signal);
      return callOnce(() => release(owner));
    },
  };
}

function wait(waiters: Waiter[], owner: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiter = {
      owner,
      enter: () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      },
    };
    const leave = () => {
      waiters.splice(waiters.indexOf(waiter), 1);
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    waiters.push(waiter);
  });
}

function callOnce(action: () => void): () => void {
  let isCalled = false;
  return () => {
    if (!isCalled) action();
    isCalled = true;
  };
}
