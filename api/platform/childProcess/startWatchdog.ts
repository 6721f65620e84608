import { Worker } from 'node:worker_threads';

/** Resolves when the watchdog thread is running. It works even while a library blocks the calling thread. */
export async function startWatchdog(memoryBytes: number, timeMs: number): Promise<void> {
  const watchdog = new Worker(new URL('./watchdog.ts', import.meta.url), { workerData: { memoryBytes, timeMs } });
  watchdog.once('error', () => process.exit(1));
  await new Promise((resolve) => watchdog.once('message', resolve));
  watchdog.unref();
}
