import { PATIENCE_MS } from './patience.ts';

interface Repetition {
  withinMs?: number;
  everyMs?: number;
  /** Repeats less often the longer it takes. Only for a state that stays once it is reached. */
  slowsDown?: boolean;
}

/** The pause before the next repetition, as a share of the time waited so far. */
const SLOWER_BY = 0.15;

/** Repeats an expectation until it passes. After the time limit, its failure fails the test. */
export async function eventually<T>(
  expectation: () => T | Promise<T>,
  { withinMs = PATIENCE_MS, everyMs = 20, slowsDown = false }: Repetition = {},
): Promise<T> {
  const start = Date.now();
  for (let waited = 0; waited < withinMs; waited = Date.now() - start) {
    try {
      return await expectation();
    } catch {
      const pauseMs = slowsDown ? Math.max(everyMs, waited * SLOWER_BY) : everyMs;
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return expectation();
}
