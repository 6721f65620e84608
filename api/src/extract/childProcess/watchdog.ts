/** The thread that ends its process when that takes too much memory or time, or is left alone, however busy it is. */
import { parentPort, workerData } from 'node:worker_threads';
import { MEMORY_SIGNAL } from '../limits.ts';

const EVERY_MS = 100;
/** The parent's own clock comes first; this one counts when the parent cannot act. */
const GRACE_MS = 2_000;

const { memoryBytes, timeMs } = workerData as { memoryBytes: number; timeMs: number };
const parent = process.ppid;
const started = performance.now();

setInterval(() => {
  if (process.memoryUsage.rss() > memoryBytes) process.kill(process.pid, MEMORY_SIGNAL);
  // A process whose parent died is handed to another one.
  if (process.ppid !== parent || performance.now() - started > timeMs + GRACE_MS) process.kill(process.pid, 'SIGKILL');
}, EVERY_MS);

parentPort?.postMessage('watching');
