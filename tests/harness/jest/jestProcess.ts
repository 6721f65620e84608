import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BASELINE_WASM_FLAG } from './wasmFlag.ts';
import type { FileReport } from './jestReport.ts';

/** Contains the path of a folder that is deleted when jest has exited. */
export const RUN_FOLDER_VARIABLE = 'TEST_RUN_FOLDER';

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
    const all = [...options, '--selectProjects', ...projects];
    const code = await waitForExit(startJest(root, all, { ...env, [RUN_FOLDER_VARIABLE]: folder }, 'ignore'));
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
    // All processes share a compile cache, because hundreds of them load the same modules.
    env: { ...process.env, ...env, NODE_ENV: 'test', NODE_COMPILE_CACHE: join(tmpdir(), 'ava-compile-cache') },
  });
  return jest;
}

/** Stops jest, its workers and everything that they have started. */
export async function stopJest(signal: NodeJS.Signals): Promise<void> {
  if (jest?.pid === undefined) return;
  const pids = await listProcessTree(jest.pid);
  for (const pid of pids) sendSignal(pid, signal);
  for (const deadline = Date.now() + STOP_MS; Date.now() < deadline; await sleep(50))
    if (!pids.some((pid) => sendSignal(pid, 0))) return;
  for (const pid of pids) sendSignal(pid, 'SIGKILL');
}

/** Returns a process and its descendants, parents first. Without `ps`, as on Windows, only the process itself. */
async function listProcessTree(root: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'pid=,ppid=']).catch(() => ({ stdout: '' }));
  const processes = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const tree = [root];
  for (const parent of tree) for (const [pid = 0, ppid] of processes) if (ppid === parent) tree.push(pid);
  return tree;
}

/** Returns false if the process has exited. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
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
