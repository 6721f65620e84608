const GROWTH = 16;
/** A linear cost grows 16 times, a quadratic one 256 times. The limit is the geometric mean of the two. */
const MAX_GROWTH = 64;
/** Allowance for the garbage collector and the compiler. */
const NOISE_MS = 100;

/** Noise only adds time, so a large input that seems too slow is measured again. */
const MAX_RUNS = 6;

/** Throws if the CPU time of `work` for an input of 16n grows much faster than linearly from its time for n. */
export async function expectLinear<T>(
  smallest: number,
  make: (size: number) => T,
  work: (input: T) => unknown,
): Promise<void> {
  const limit = MAX_GROWTH * (await measureCpuMs(make(smallest), work)) + NOISE_MS;
  const size = smallest * GROWTH;
  const ms = await measureCpuMs(make(size), work, limit);
  if (ms > limit)
    throw new Error(`size ${size} took ${ms.toFixed(0)} ms of CPU time, more than ${limit.toFixed(0)} ms`);
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
