import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

export interface Child {
  process: ChildProcess;
  pid: number;
  /** The lines it has written so far. */
  lines: string[];
  /** The first line (of those written or still to come) that `matches`; fails when the process ends before. */
  line(matches: RegExp): Promise<string>;
  /** Sends a signal and waits for its end. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a TypeScript file of this repository as a process of its own; its errors show in the test's output. */
export function startChild(file: string, args: string[]): Child {
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const lines: string[] = [];
  const hearers = new Set<() => void>();
  createInterface(child.stdout).on('line', (line) => {
    lines.push(line);
    hearers.forEach((hear) => hear());
  });
  const line = (matches: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const look = () => {
        const found = lines.find((each) => matches.test(each));
        if (found === undefined) return;
        hearers.delete(look);
        resolve(found);
      };
      hearers.add(look);
      look();
      void closed.then(() => reject(new Error(`${file} ended without a line like ${matches}: ${lines.join(' | ')}`)));
    });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await closed;
  };
  if (child.pid === undefined) throw new Error(`${file} could not be started.`);
  return { process: child, pid: child.pid, lines, line, end };
}
