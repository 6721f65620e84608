import { ExtractionError } from '../src/extract/errors.ts';

/** A number of places, shared out between people; who finds none waits in line. */
export interface FairSemaphore {
  /** Resolves to the call that gives the place back. Rejects with `cancelled` when the signal comes first. */
  acquire(owner: string, signal?: AbortSignal): Promise<() => void>;
}

interface Waiting {
  owner: string;
  enter: () => void;
}

/**
 * Places for work of many people. Of several, the last free one is only for somebody who has none, so that nobody holds
 * them all. The next is for who has the fewest, then for who had the last one longest ago.
 */
export function createFairSemaphore(places: number): FairSemaphore {
  let free = places;
  let turn = 0;
  const held = new Map<string, number>();
  const servedAt = new Map<string, number>();
  const line: Waiting[] = [];
  const heldBy = (owner: string) => held.get(owner) ?? 0;
  const isFor = (owner: string) => free > 1 || (free === 1 && heldBy(owner) === 0);

  function enter(owner: string): void {
    free -= 1;
    held.set(owner, heldBy(owner) + 1);
    servedAt.set(owner, (turn += 1));
  }

  function leave(owner: string): void {
    free += 1;
    held.set(owner, heldBy(owner) - 1);
    admit();
    if (heldBy(owner) > 0 || line.some((one) => one.owner === owner)) return;
    held.delete(owner);
    servedAt.delete(owner);
  }

  function admit(): void {
    for (;;) {
      const next = line.filter(({ owner }) => isFor(owner)).toSorted(inTurn)[0];
      if (!next) return;
      line.splice(line.indexOf(next), 1);
      enter(next.owner);
      next.enter();
    }
  }

  function inTurn(one: Waiting, other: Waiting): number {
    const served = ({ owner }: Waiting) => servedAt.get(owner) ?? 0;
    return heldBy(one.owner) - heldBy(other.owner) || served(one) - served(other);
  }

  return {
    async acquire(owner, signal) {
      if (signal?.aborted) throw new ExtractionError('cancelled', { cause: signal.reason });
      if (isFor(owner)) enter(owner);
      else await waitInLine(line, owner, signal);
      return once(() => leave(owner));
    },
  };
}

function waitInLine(line: Waiting[], owner: string, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const waiting = {
      owner,
      enter: () => {
        signal?.removeEventListener('abort', leave);
        resolve();
      },
    };
    const leave = () => {
      line.splice(line.indexOf(waiting), 1);
      reject(new ExtractionError('cancelled', { cause: signal?.reason }));
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.push(waiting);
  });
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
