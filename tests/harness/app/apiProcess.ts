import { PATIENCE_MS } from '#tests/harness/patience.ts';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { getInheritedWasmFlag } from '#tests/harness/jest/wasmFlag.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

export interface ApiProcess {
  /** Starts or restarts the API on the same data and port. Throws with the log if it exits before it is ready. */
  start(): Promise<void>;
  /** Runs a second process with other environment variables until it exits. */
  runSecond(changes?: Record<string, string>): Promise<{ code: number | null; output: string }>;
  /** Stops the API and returns its exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
  getPid(): number;
  /** Returns the log of all processes since `createApiProcess`. */
  readLog(): string;
}

/** The API as a separate process that listens at `url`. */
export function createApiProcess(url: string, env: NodeJS.ProcessEnv): ApiProcess {
  let log = '';
  let api: ChildProcess | undefined;

  function launch(changes: Record<string, string>, onOutput: (text: string) => void): ChildProcess {
    const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe'];
    const child = spawn(process.execPath, [...getInheritedWasmFlag(), 'api/src/index.ts'], {
      cwd: root,
      env: { ...env, ...changes },
      stdio,
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => onOutput(chunk.toString('utf8')));
    return child;
  }

  return {
    async start() {
      const child = (api = launch({}, (text) => (log += text)));
      for (const deadline = Date.now() + PATIENCE_MS; ; await new Promise((wake) => setTimeout(wake, 50))) {
        if (child.exitCode !== null) throw new Error(`The API exited with ${child.exitCode}:\n${log}`);
        const reply = await fetch(`${url}/health`).catch(() => null);
        if (reply?.ok) return;
        if (Date.now() > deadline) throw new Error(`The API was not ready in time:\n${log}`);
      }
    },

    async runSecond(changes = {}) {
      let output = '';
      const child = launch(changes, (text) => (output += text));
      const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MS);
      const [code] = (await once(child, 'close')) as [number | null];
      clearTimeout(timer);
      return { code, output };
    },

    async stop(signal) {
      if (!api || api.exitCode !== null || api.signalCode !== null) return api?.exitCode ?? null;
      const exited = once(api, 'exit');
      api.kill(signal);
      const [code] = (await exited) as [number | null];
      return code;
    },

    getPid: () => api?.pid ?? 0,
    readLog: () => log,
  };
}
