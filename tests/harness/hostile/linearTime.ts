const FACTOR = 4;
/** A linear cost grows by FACTOR, a quadratic one by its square; between them is room for noise. */
const MOST_GROWTH = 2 * FACTOR;
/** Costs below this are noise of the garbage collector and the compiler. */
const NOISE_MS = 30;

/** Fails when the CPU time of `work` grows faster than its input: n, 4n and 16n. */
export async function expectLinear<T>(
  smallest: number,
  make: (size: number) => T,
  work: (input: T) => unknown,
): Promise<void> {
  let before = await cpuMs(make(smallest), work);
  for (const size of [smallest * FACTOR, smallest * FACTOR ** 2]) {
    const ms = await cpuMs(make(size), work);
    const most = MOST_GROWTH * before + NOISE_MS;
    if (ms > most)
      throw new Error(`size ${size} took ${ms.toFixed(0)} ms of CPU time, more than ${most.toFixed(0)} ms`);
    before = ms;
  }
}

/** The best of two runs: the first one compiles. */
async function cpuMs<T>(input: T, work: (input: T) => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 2; run += 1) {
    const start = process.cpuUsage();
    await work(input);
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1_000);
  }
  return Math.min(...times);
}
