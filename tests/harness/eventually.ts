import { PATIENCE_MS } from './patience.ts';

/** Repeats an expectation until it passes. After the time limit, its failure fails the test. */
export async function eventually<T>(
  expectation: () => T | Promise<T>,
  { withinMs = PATIENCE_MS, everyMs = 20 }: { withinMs?: number; everyMs?: number } = {},
): Promise<T> {
  for (
    const end = Date.now() + withinMs;
    Date.now() < end;
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  ) {
    try {
      return await expectation();
    } catch {
      continue;
    }
  }
  return expectation();
}
