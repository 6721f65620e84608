import { PATIENCE_MS } from '#tests/harness/patience.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A bot that a test started, in its own process or in the test's. */
export interface TestBot {
  url: string;
  readLog(): string;
  stop(): Promise<void>;
}

/** Starts the bot as a separate process. Throws with its log if it exits or is not ready within a minute. */
export async function startBotProcess(env: NodeJS.ProcessEnv): Promise<TestBot> {
  const child = spawn(process.execPath, ['bot/src/index.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  const closed = once(child, 'close');
  const url = `http://127.0.0.1:${env['BOT_PORT']}`;
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (log += chunk.toString('utf8')));
  async function stop(): Promise<void> {
    child.kill('SIGTERM');
    await closed;
  }

  for (const deadline = Date.now() + PATIENCE_MS; ; await new Promise((wake) => setTimeout(wake, 50))) {
    if (child.exitCode !== null) throw new Error(`The bot exited with ${child.exitCode}:\n${log}`);
    const reply = await fetch(`${url}/health`).catch(() => null);
    if (reply?.ok) return { url, readLog: () => log, stop };
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`The bot was not ready in time:\n${log}`);
    }
  }
}
