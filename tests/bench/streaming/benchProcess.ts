import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface BenchProcess {
  pid: number;
  /** Sends a message and waits for the reply. */
  request<Reply>(message: object): Promise<Reply>;
  stop(): void;
}

/** Starts a file of this folder as a separate process, which must send messages only as replies. */
export function startBenchProcess(file: string, args: string[] = []): BenchProcess {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return {
    pid: child.pid ?? 0,
    request: (message) => {
      const reply = waitForMessage(child, file);
      child.send(message);
      return reply as Promise<never>;
    },
    stop: () => child.disconnect(),
  };
}

/** Starts the relay in front of a server. */
export async function startRelay(target: string): Promise<{ url: string; stop(): void }> {
  const child = fork(fileURLToPath(new URL('relay.ts', import.meta.url)), [target], { execArgv: [] });
  const url = (await waitForMessage(child, 'relay.ts')) as string;
  return { url, stop: () => child.disconnect() };
}

function waitForMessage(child: ChildProcess, file: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve);
    child.once('exit', (code) => reject(new Error(`${file} exited with ${code}.`)));
  });
}
