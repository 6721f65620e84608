import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A separate process for one part of the attack, so that it does not distort the measurements of other parts. */
export interface WorkerProcess {
  pid: number;
  /** Runs a task in the worker and waits for its result. */
  run<Result>(task: string, input?: unknown): Promise<Result>;
  /** Ends the current task early with its result so far. */
  stop(): void;
  /** Ends the process. */
  disconnect(): void;
}

interface TaskRequest {
  task: string;
  input: unknown;
}

type Reply = { result: unknown } | { error: string };

type Task = (input: never, stopped: AbortSignal) => Promise<unknown>;

/** Starts a file of this folder as a worker. */
export function startWorker(file: string): WorkerProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), [], {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const send = (order: TaskRequest) => child.connected && child.send(order);
  return {
    pid: child.pid ?? 0,
    run<Result>(task: string, input: unknown = null) {
      const reply = new Promise<Result>((resolve, reject) => {
        const onExit = (code: number | null) => reject(new Error(`${file} exited with ${code} during ${task}`));
        child.once('exit', onExit);
        child.once('message', (message: Reply) => {
          child.off('exit', onExit);
          if ('error' in message) reject(new Error(`${file} failed in ${task}: ${message.error}`));
          else resolve(message.result as Result);
        });
      });
      send({ task, input });
      return reply;
    },
    stop: () => void send({ task: 'stop', input: null }),
    disconnect: () => void (child.connected && child.disconnect()),
  };
}

/** Called in the worker: executes the tasks that the parent requests and exits with the parent. */
export function serveTasks(tasks: Readonly<Record<string, Task>>): void {
  let current = new AbortController();
  process.on('disconnect', () => process.exit(0));
  process.on('message', ({ task, input }: TaskRequest) => {
    if (task === 'stop') return current.abort();
    current = new AbortController();
    const work = tasks[task] ?? (async () => Promise.reject(new Error(`there is no task ${task}`)));
    work(input as never, current.signal).then(
      (result) => process.send?.({ result }),
      (error: unknown) =>
        process.send?.({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    );
  });
}
