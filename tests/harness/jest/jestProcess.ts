import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { CHEAP_WASM } from './wasmFlag.ts';
import type { FileReport } from './jestReport.ts';

export type Kind = 'units' | 'stories' | 'journeys';

const projectsOf: Record<Kind, string[]> = { units: ['node', 'tab'], stories: ['stories'], journeys: ['journeys'] };
const program = [
  CHEAP_WASM,
  '--experimental-vm-modules',
  '--disable-warning=ExperimentalWarning',
  'node_modules/jest/bin/jest.js',
];
const config = ['-c', 'tests/jest.config.mjs'];

/** The kind of a test file, by its folder. */
export function kindOf(root: string, path: string): Kind {
  const [folder, inside] = relative(root, path).split(sep);
  if (folder !== 'tests') return 'units';
  if (inside === 'journeys') return 'journeys';
  return inside === 'stories' || inside === 'hostile' ? 'stories' : 'units';
}

/** Paths of the test files that jest would run. */
export async function listTests(root: string, args: string[]): Promise<string[]> {
  const child = start(root, ['--listTests', '--json', ...args], {}, 'pipe');
  const [said, code] = await Promise.all([child.stdout ? text(child.stdout) : '[]', ended(child)]);
  if (code !== 0) throw new Error(`jest does not understand ${args.join(' ')}.`);
  return JSON.parse(said) as string[];
}

interface Wanted {
  root: string;
  kinds: Kind[];
  workers: number;
  args: string[];
  env: Record<string, string>;
}

export async function runTests({ root, kinds, workers, args, env }: Wanted) {
  const folder = await mkdtemp(join(tmpdir(), 'ava-test-'));
  const file = join(folder, 'report.json');
  const projects = kinds.flatMap((kind) => projectsOf[kind]);
  const options = [`--maxWorkers=${workers}`, '--json', `--outputFile=${file}`, ...args];
  try {
    const code = await ended(start(root, [...options, '--selectProjects', ...projects], env, 'ignore'));
    return { code, report: JSON.parse(await readFile(file, 'utf8')) as { testResults: FileReport[] } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function start(root: string, args: string[], env: Record<string, string>, output: 'pipe' | 'ignore') {
  return spawn(process.execPath, [...program, ...config, ...args], {
    cwd: root,
    stdio: ['ignore', output, 'inherit'],
    // Some hundred processes load the same modules.
    env: { ...process.env, ...env, NODE_ENV: 'test', NODE_COMPILE_CACHE: join(tmpdir(), 'ava-compile-cache') },
  });
}

function ended(child: ReturnType<typeof start>): Promise<number> {
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('close', (code) => done(code ?? 1));
  });
}
