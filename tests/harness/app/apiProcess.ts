import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inheritedWasmFlag } from '../jest/wasmFlag.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const READY_MS = 60_000;

export interface ApiProcess {
  /** Starts it, also again on the same data and port; throws with its log when it ends before it answers. */
  start(): Promise<void>;
  /** Starts a second process with other values in its environment, and waits for its end. */
  second(changes?: Record<string, string>): Promise<{ code: number | null; said: string }>;
  /** Ends it; gives its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  pid(): number;
  /** What it has logged, in all its lives. */
  logged(): string;
}

/** The API as a process of its own, answering at `url`. */
export function createApiProcess(url: string, env: NodeJS.ProcessEnv): ApiProcess {
  let log = '';
  let api: ChildProcess | undefined;

  function launch(changes: Record<string, string>, keep: (text: string) => void): ChildProcess {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [...inheritedWasmFlag(), 'api/src/index.ts'], {
      cwd: root,
      env: { ...env, ...changes },
      stdio,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => keep(text.toString('utf8')));
    return child;
  }

  return {
    async start() {
      const child = (api = launch({}, (text) => (log += text)));
      for (const deadline = Date.now() + READY_MS; ; await new Promise((wake) => setTimeout(wake, 50))) {
        if (child.exitCode !== null) throw new Error(`The API ended with ${child.exitCode}:\n${log}`);
        const reply = await fetch(`${url}/health`).catch(() => null);
        if (reply?.ok) return;
        if (Date.now() > deadline) throw new Error(`The API was not ready in time:\n${log}`);
      }
    },

    async second(changes = {}) {
      let said = '';
      const other = launch(changes, (text) => (said += text));
      const late = setTimeout(() => other.kill('SIGKILL'), READY_MS);
      const [code] = (await once(other, 'close')) as [number | null];
      clearTimeout(late);
      return { code, said };
    },

    async end(signal) {
      if (!api || api.exitCode !== null || api.signalCode !== null) return api?.exitCode ?? null;
      const ended = once(api, 'exit');
      api.kill(signal);
      const [code] = (await ended) as [number | null];
      return code;
    },

    pid: () => api?.pid ?? 0,
    logged: () => log,
  };
}
