import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildTab, tabIsStale } from '../env/sandbox/buildTab.ts';

/**
 * `npm test`: everything, in three steps, on two cores. Units first, because they say most in the least time; stories
 * talk to real processes over HTTP; both often wait for one, so that more of them than cores run at once. Journeys drive a
 * real browser. Arguments are passed on to jest.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const steps = [
  { name: 'units', projects: ['node', 'tab'], workers: 3 },
  { name: 'stories', projects: ['stories'], workers: 4 },
  { name: 'journeys', projects: ['journeys'], workers: 3 },
];

interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  numRuntimeErrorTestSuites: number;
}

function jest(projects: readonly string[], workers: number, report: string): Promise<number> {
  const words = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
  const options = ['-c', 'tests/jest.config.mjs', `--maxWorkers=${workers}`, '--forceExit', '--passWithNoTests'];
  const output = ['--json', `--outputFile=${report}`, ...process.argv.slice(2), '--selectProjects', ...projects];
  const child = spawn(process.execPath, [...words, ...options, ...output], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // Some hundred processes load the same modules.
    env: { ...process.env, NODE_ENV: 'test', NODE_COMPILE_CACHE: join(tmpdir(), 'ava-compile-cache') },
  });
  return new Promise((done, failed) => {
    child.once('error', failed);
    child.once('exit', (code) => done(code ?? 1));
  });
}

async function run(): Promise<Counts> {
  const folder = await mkdtemp(join(tmpdir(), 'ava-test-'));
  const all: Counts = { passed: 0, failed: 0, skipped: 0 };
  try {
    for (const { name, projects, workers } of steps) {
      const began = Date.now();
      const report = join(folder, `${name}.json`);
      const code = await jest(projects, workers, report);
      const counts = countsOf(JSON.parse(await readFile(report, 'utf8')) as JestReport, code);
      all.passed += counts.passed;
      all.failed += counts.failed;
      all.skipped += counts.skipped;
      console.log(`${name}: ${lineOf(counts)} in ${Math.round((Date.now() - began) / 1_000)} s`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return all;
}

/** A suite that could not even be loaded counts as one failure. */
function countsOf(report: JestReport, code: number): Counts {
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && code !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

function lineOf({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

if (await tabIsStale(root)) await buildTab(root);
const counts = await run();
// What was not run proves nothing; on a CI machine nothing may be missing.
const incomplete = process.env['CI'] !== undefined && counts.skipped > 0;
if (incomplete) console.log('Tests were left out, and this machine must run them all.');
console.log(lineOf(counts));
process.exit(counts.failed > 0 || incomplete ? 1 : 0);
