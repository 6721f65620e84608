/** Counts one slice of each text in turn, so that the questions of others do not wait for one large file. */
import { parentPort } from 'node:worker_threads';
import { countTokens } from '#contract/text/tokens.ts';
import { chooseSlices, sliceText } from './slices.ts';

interface Task {
  id: number;
  slices: string[];
  counted: number;
  tokens: number;
  /** Ratio of the length of the text to the total length of the counted slices. */
  scale: number;
}

const tasks: Task[] = [];
let isRunning = false;

parentPort?.on('message', ({ id, text }: { id: number; text: string }) => {
  const slices = [...chooseSlices(sliceText(text))];
  const chosenLength = slices.reduce((sum, slice) => sum + slice.length, 0);
  tasks.push({ id, slices, counted: 0, tokens: 0, scale: text.length / Math.max(1, chosenLength) });
  void countAll();
});

async function countAll(): Promise<void> {
  if (isRunning) return;
  isRunning = true;
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    task.tokens += await countTokens(task.slices[task.counted] ?? '');
    task.counted += 1;
    if (task.counted < task.slices.length) tasks.push(task);
    else parentPort?.postMessage({ id: task.id, count: Math.round(task.tokens * task.scale) });
    // Lets new texts arrive between two slices.
    await new Promise((resolve) => setImmediate(resolve));
  }
  isRunning = false;
}
