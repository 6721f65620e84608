import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchChild {
  pid: number;
  /** Sends a message and waits for the next that comes back. */
  ask<Answer>(message: object): Promise<Answer>;
  end(): void;
}

/** Starts a file of this folder as a process of its own; without `first` it must not speak before it is asked. */
export function startBenchChild(file: string, args: string[] = []): BenchChild {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    pid: child.pid ?? 0,
    ask: (message) => {
      const answer = nextMessage(child, file);
      child.send(message);
      return answer as Promise<never>;
    },
    end: () => child.disconnect(),
  };
}

/** Starts the relay in front of a server; resolves to its address and the function that ends it. */
export async function startRelay(target: string): Promise<{ url: string; end(): void }> {
  const child = fork(fileURLToPath(new URL('relay.ts', import.meta.url)), [target], { execArgv: [] });
  const url = (await nextMessage(child, 'relay.ts')) as string;
  return { url, end: () => child.disconnect() };
}

function nextMessage(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((done, failed) => {
    child.once('message', done);
    child.once('exit', (code) => failed(new Error(`${file} ended with ${code}.`)));
  });
}
