/** The thread that reads templates and writes presentations, so that other calls do not wait. It does one task. */
import { parentPort, workerData } from 'node:worker_threads';
import { isAvaError } from '../../../contract/errors.ts';
import { tasks } from './tasks.ts';

const { name, input } = workerData as { name: keyof typeof tasks; input: never };
try {
  parentPort?.postMessage({ result: tasks[name](input) });
} catch (error) {
  if (!isAvaError(error)) throw error;
  parentPort?.postMessage({ error: { code: error.code, detail: error.detail } });
}
