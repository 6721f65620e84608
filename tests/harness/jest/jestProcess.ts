import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { BASELINE_WASM_FLAG } from './wasmFlag.ts';
import type { FileReport } from './jestReport.ts';

export type Kind = 'units' | 'stories' | 'journeys';

const projectsByKind: Record<Kind, string[]> = { units: ['node', 'tab'], stories: ['stories'], journeys: ['journeys'] };
const program = [
  BASELINE_WASM_FLAG,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const config = ['-c', 'tests/jest.config.mjs'];
/** How long jest can take to exit after a signal. */
const STOP_MS = 5_000;

/** Returns the kind of a test file by its folder. */
export function getTestKind(root: string, path: string): Kind {
  const [folder, subfolder] = relative(root, path).split(sep);
  if (folder !== 'tests') return 'units';
  if (subfolder === 'journeys') return 'journeys';
  return subfolder === 'stories' || subfolder === 'hostile' ? 'stories' : 'units';
}

/** Returns the paths of the test files that jest would run. */
export async function listTests(root: string, args: string[]): Promise<string[]> {
  const child = startJest(root, ['--listTests', '--json', ...args], {}, 'pipe');
  const [output, code] = await Promise.all([child.stdout ? text(child.stdout) : '[]', waitForExit(child)]);
  if (code !== 0) throw new Error(`jest does not understand ${args.join(' ')}.`);
  return JSON.parse(output) as string[];
}

interface JestOptions {
  root: string;
  kinds: Kind[];
  workers: number;
  args: string[];
  env: Record<string, string>;
}

export async function runTests({ root, kinds, workers, args, env }: JestOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'ava-test-'));
  const file = join(folder, 'report.json');
  const projects = kinds.flatMap((kind) => projectsByKind[kind]);
  const options = [`--maxWorkers=${workers}`, '--json', `--outputFile=${file}`, ...args];
  try {
    const code = await waitForExit(startJest(root, [...options, '--selectProjects', ...projects], env, 'ignore'));
    return { code, report: JSON.parse(await readFile(file, 'utf8')) as { testResults: FileReport[] } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

let jest: ChildProcess | undefined;

function startJest(root: string, args: string[], env: Record<string, string>, output: 'pipe' | 'ignore'): ChildProcess {
  jest = spawn(process.execPath, [...program, ...config, ...args], {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    // Workers and the processes of their tests are in jest's process group, so one signal stops them all.
    detached: process.platform !== 'win32',
    // Hundreds of processes load the same modules.
    env: { ...process.env, ...env, NODE_ENV: 'test', NODE_COMPILE_CACHE: join(tmpdir(), 'ava-compile-cache') },
  });
  return jest;
}

/** Stops jest, its workers and everything that they have started. */
export async function stopJest(signal: NodeJS.Signals): Promise<void> {
  const pid = jest?.pid;
  if (pid === undefined) return;
  signalGroup(pid, signal);
  for (const deadline = Date.now() + STOP_MS; Date.now() < deadline; await sleep(50)) if (!signalGroup(pid, 0)) return;
  signalGroup(pid, 'SIGKILL');
}

/** Returns false if no process of the group is left. Windows has no process groups, so only jest gets the signal. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(process.platform === 'win32' ? pid : -pid, signal);
  } catch {
    return false;
  }
}

function waitForExit(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}
