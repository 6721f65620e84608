import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface ChildScript {
  process: ChildProcess;
  pid: number;
  /** The lines of its standard output so far. */
  lines: string[];
  /** Waits for the first line, past or future, that matches; rejects if the process exits without one. */
  waitForLine(pattern: RegExp): Promise<string>;
  /** Sends a signal and waits until the process has exited. */
  stop(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a TypeScript file of this repository as a separate process; its errors appear in the test's output. */
export function startScript(file: string, args: string[]): ChildScript {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines: string[] = [];
  const listeners = new Set<() => void>();
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    listeners.forEach((listener) => listener());
  });
  const waitForLine = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const search = () => {
        const match = lines.find((line) => pattern.test(line));
        if (match === undefined) return;
        listeners.delete(search);
        resolve(match);
      };
      listeners.add(search);
      search();
      void closed.then(() => reject(new Error(`${file} exited without a line like ${pattern}: ${lines.join(' | ')}`)));
    });
  const stop = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
  };
  if (child.pid === undefined) throw new Error(`${file} could not be started.`);
  return { process: child, pid: child.pid, lines, waitForLine, stop };
}
