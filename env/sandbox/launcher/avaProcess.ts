import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { StartError } from './startError.ts';
import { formatLogLine } from './formatLogLine.ts';

/** Time until a stopping process is killed. The API waits up to 25 s for its streams to end. */
const DRAIN_MS = 27_000;
const START_MS = 60_000;
const HEALTH_CHECK_MS = 100;

/** One of AVA's processes: its script, and its name in messages. */
type Role = { script: string; name: string };

const api: Role = { script: 'env/sandbox/launcher/runApi.ts', name: 'The API' };
const bot: Role = { script: 'env/sandbox/launcher/runBot.ts', name: 'The bot' };

export type AvaProcess = {
  /** Resolves to the exit code when the process has ended; null if a signal ended it. */
  ended: Promise<number | null>;
  /** Resolves when the process answers /health; rejects if it ends first or takes longer than a minute. */
  waitUntilHealthy(url: string): Promise<void>;
  /** Stops the process and waits for its end. False if it had to be killed. */
  stop(): Promise<boolean>;
};

/**
 * Starts the API in a separate process and prints its warnings and errors.
 *
 * @param root The project's folder.
 * @param env All environment variables of the process.
 */
export function startApi(root: string, env: NodeJS.ProcessEnv): AvaProcess {
  return startRole(api, root, env);
}

/** Starts the bot in the same way as `startApi` starts the API. */
export function startBot(root: string, env: NodeJS.ProcessEnv): AvaProcess {
  return startRole(bot, root, env);
}

function startRole({ script, name }: Role, root: string, env: NodeJS.ProcessEnv): AvaProcess {
  // The process is detached, because Ctrl+C in a terminal reaches all processes of the group, but only `stop` should
  // end this one.
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  printLog(child.stdout, env['LOG_LEVEL']);
  printLog(child.stderr, env['LOG_LEVEL']);
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('close', (code) => resolve(code));
    child.once('error', (cause) => reject(new Error(`${name} could not be started.`, { cause })));
  });
  return { ended, waitUntilHealthy: (url) => waitForHealth(name, url, ended), stop: () => stop(child, ended) };
}

function printLog(stream: Readable, level: string | undefined): void {
  createInterface(stream).on('line', (line) => {
    const formatted = formatLogLine(line, level);
    if (formatted !== null) console.error(formatted);
  });
}

async function waitForHealth(name: string, url: string, ended: Promise<number | null>): Promise<void> {
  let hasEnded = false;
  void ended.finally(() => (hasEnded = true)).catch(() => {});
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause()) {
    if (hasEnded) throw new StartError(`${name} ended before it was ready.`);
    const reply = await fetch(`${url}/health`).catch(() => undefined);
    if (reply?.ok) return;
  }
  throw new StartError(`${name} did not answer at ${url}/health within ${START_MS / 1_000} s.`);
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, HEALTH_CHECK_MS));
}

async function stop(child: ChildProcess, ended: Promise<number | null>): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  let wasKilled = false;
  const killTimer = setTimeout(() => {
    wasKilled = true;
    child.kill('SIGKILL');
  }, DRAIN_MS);
  child.kill('SIGTERM');
  await ended.catch(() => {});
  clearTimeout(killTimer);
  return !wasKilled;
}
