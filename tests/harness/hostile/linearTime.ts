const FACTOR = 4;
/** A linear cost grows by FACTOR, a quadratic one by its square; the limit is between them. */
const MAX_GROWTH = 2 * FACTOR;
/** Allowance for the garbage collector and the compiler. */
const NOISE_MS = 30;

/** Noise only adds time, so a step that seems too slow is measured again. */
const MAX_RUNS = 6;

/** Throws if the CPU time of `work` grows faster than its input, for n, 4n and 16n. */
export async function expectLinear<T>(
  smallest: number,
  make: (size: number) => T,
  work: (input: T) => unknown,
): Promise<void> {
  let previous = await measureCpuMs(make(smallest), work);
  for (const size of [smallest * FACTOR, smallest * FACTOR ** 2]) {
    const limit = MAX_GROWTH * previous + NOISE_MS;
    const ms = await measureCpuMs(make(size), work, limit);
    if (ms > limit)
      throw new Error(`size ${size} took ${ms.toFixed(0)} ms of CPU time, more than ${limit.toFixed(0)} ms`);
    previous = ms;
  }
}

/** Returns the shortest time of two runs, because the first one includes compilation, or of more if all exceed a limit. */
async function measureCpuMs<T>(input: T, work: (input: T) => unknown, limit = Infinity): Promise<number> {
  let shortest = Infinity;
  for (let run = 0; run < 2 || (run < MAX_RUNS && shortest > limit); run += 1) {
    const start = process.cpuUsage();
    await work(input);
    const { user, system } = process.cpuUsage(start);
    shortest = Math.min(shortest, (user + system) / 1_000);
  }
  return shortest;
}
