import { ExtractionError } from './errors.ts';

/** A number of places; who finds none waits in line. */
export interface Slots {
  /** Resolves to the call that gives the place back. Rejects with `cancelled` when the signal comes first. */
  take(signal?: AbortSignal): Promise<() => void>;
}

export function createSlots(places: number): Slots {
  let free = places;
  const line: (() => void)[] = [];
  const give = () => {
    const next = line.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take(signal) {
      if (signal?.aborted) throw new ExtractionError('cancelled', { cause: signal.reason });
      if (free > 0) free -= 1;
      else await waitInLine(line, signal);
      return once(give);
    },
  };
}

function waitInLine(line: (() => void)[], signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const enter = () => {
      signal?.removeEventListener('abort', leave);
      resolve();
    };
    const leave = () => {
      line.splice(line.indexOf(enter), 1);
      reject(new ExtractionError('cancelled', { cause: signal?.reason }));
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.push(enter);
  });
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (!done) action();
    done = true;
  };
}
