import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { CannotStart } from './cannotStart.ts';
import { quietLine } from './quietLine.ts';

/** The API has 25 s to let its streams end; what takes longer is ended for it. */
const DRAIN_MS = 27_000;
const START_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** Which of AVA's processes it is: the script that runs it, and how it is called in sentences. */
type Role = { script: string; name: string };

const api: Role = { script: 'env/sandbox/runApi.ts', name: 'The API' };
const bot: Role = { script: 'env/sandbox/runBot.ts', name: 'The bot' };

export type AvaProcess = {
  /** Settles when the process has ended, with its exit code (null when a signal ended it). */
  ended: Promise<number | null>;
  /** Resolves when it answers /health; rejects when it ends before or takes longer than a minute. */
  healthy(url: string): Promise<void>;
  /** Asks it to end and waits. False when it had to be killed. */
  stop(): Promise<boolean>;
};

/**
 * Starts the API as a process of its own and shows the warnings and errors it logs.
 *
 * @param root The project's folder.
 * @param env Its whole environment.
 */
export function startApi(root: string, env: NodeJS.ProcessEnv): AvaProcess {
  return startRole(api, root, env);
}

/** Starts the bot as a process of its own, as `startApi` does the API. */
export function startBot(root: string, env: NodeJS.ProcessEnv): AvaProcess {
  return startRole(bot, root, env);
}

function startRole({ script, name }: Role, root: string, env: NodeJS.ProcessEnv): AvaProcess {
  // A group of its own: Ctrl+C in a terminal reaches every process of a group, and this one is ended from here, once.
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env,
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  showLog(child.stdout, env['LOG_LEVEL']);
  showLog(child.stderr, env['LOG_LEVEL']);
  const ended = new Promise<number | null>((done, failed) => {
    child.once('close', (code) => done(code));
    child.once('error', (cause) => failed(new Error(`${name} could not be started.`, { cause })));
  });
  return { ended, healthy: (url) => waitForHealth(name, url, ended), stop: () => stop(child, ended) };
}

function showLog(stream: Readable, level: string | undefined): void {
  createInterface(stream).on('line', (line) => {
    const shown = quietLine(line, level);
    if (shown !== null) console.error(shown);
  });
}

async function waitForHealth(name: string, url: string, ended: Promise<number | null>): Promise<void> {
  let over = false;
  void ended.finally(() => (over = true)).catch(() => {});
  for (const deadline = Date.now() + START_MS; Date.now() < deadline; await pause()) {
    if (over) throw new CannotStart(`${name} ended before it was ready.`);
    const reply = await fetch(`${url}/health`).catch(() => undefined);
    if (reply?.ok) return;
  }
  throw new CannotStart(`${name} did not answer at ${url}/health within ${START_MS / 1_000} s.`);
}

function pause(): Promise<void> {
  return new Promise((done) => setTimeout(done, LOOK_EVERY_MS));
}

async function stop(child: ChildProcess, ended: Promise<number | null>): Promise<boolean> {
  if (child.exitCode !== null || child.signalCode !== null) return true;
  let inTime = true;
  const last = setTimeout(() => {
    inTime = false;
    child.kill('SIGKILL');
  }, DRAIN_MS);
  child.kill('SIGTERM');
  await ended.catch(() => {});
  clearTimeout(last);
  return inTime;
}
