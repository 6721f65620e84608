/** A thread that kills its process above its limits, or if its parent is dead, even while a library is busy. */
import { parentPort, workerData } from 'node:worker_threads';
import { MEMORY_SIGNAL } from './memorySignal.ts';

const INTERVAL_MS = 100;
/** Added to the time limit, so that normally the parent acts first (`runProgram.ts`); the watchdog acts if it cannot. */
const GRACE_MS = 2_000;

const { memoryBytes, timeMs } = workerData as { memoryBytes: number; timeMs: number };
const parentId = process.ppid;
const startedAt = performance.now();

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, MEMORY_SIGNAL);
  // A process gets another parent when its own dies.
  if (process.ppid !== parentId || performance.now() - startedAt > timeMs + GRACE_MS)
    process.kill(process.pid, 'SIGKILL');
}, INTERVAL_MS);

parentPort?.postMessage('watching');
