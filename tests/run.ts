import { fileURLToPath } from 'node:url';
import { buildTab, tabIsStale } from '../env/sandbox/buildTab.ts';
import { prepareStore } from './harness/storage/preparedDatabases.ts';
import { countsOf, lineOf, type Counts } from './harness/jest/jestReport.ts';
import { kindOf, listTests, runTests, type Kind } from './harness/jest/jestProcess.ts';
import { startSharedPostgres } from './harness/storage/sharedPostgres.ts';

/**
 * `npm test`: everything, on two cores. Units first, because they say most in the least time. Stories talk to real processes
 * over HTTP and journeys drive a real browser; both often wait, so that more of them than cores run at once.
 *
 * `npm test -- NAME` runs the files whose path matches and starts nothing else; `--units` leaves out stories and
 * journeys. Other arguments are passed on to jest.
 */
const steps: { kinds: Kind[]; workers: number }[] = [
  { kinds: ['units'], workers: 3 },
  { kinds: ['stories', 'journeys'], workers: 4 },
];
const root = fileURLToPath(new URL('../', import.meta.url));
const given = process.argv.slice(2);
const args = given.filter((word) => word !== '--units');
const allowed: Kind[] = given.includes('--units') ? ['units'] : ['units', 'stories', 'journeys'];

/** The kinds that have something to run. Only a narrowed run is worth the second that listing takes. */
async function kindsToRun(): Promise<Kind[]> {
  if (args.length === 0) return allowed;
  const found = new Set((await listTests(root, args)).map((path) => kindOf(root, path)));
  return allowed.filter((kind) => found.has(kind));
}

async function runStep(kinds: Kind[], workers: number): Promise<Counts> {
  const began = Date.now();
  // A few suites are faster with a server of their own than with one for all.
  const server = kinds.includes('units') && args.length === 0 ? await startSharedPostgres() : null;
  await prepare(kinds);
  try {
    const { report, code } = await runTests({ root, kinds, workers, args, env: server?.env ?? {} });
    for (const kind of kinds) {
      const own = report.testResults.filter(({ name }) => kindOf(root, name) === kind);
      console.log(`${kind}: ${lineOf(countsOf(own))}`);
    }
    console.log(`${kinds.join(' and ')} took ${Math.round((Date.now() - began) / 1_000)} s`);
    const all = countsOf(report.testResults);
    // Such as a file that is no test at all.
    return code !== 0 && all.failed === 0 ? { ...all, failed: 1 } : all;
  } finally {
    await server?.stop();
  }
}

/** Makes once what every worker would otherwise make for itself. */
async function prepare(kinds: Kind[]): Promise<void> {
  if (args.length === 0 || !kinds.includes('units')) await prepareStore();
  if (kinds.includes('units')) return;
  if (await tabIsStale(root)) await buildTab(root);
  if (kinds.includes('journeys')) await (await import('./harness/browser/openBrowser.ts')).findBrowser();
}

const kinds = await kindsToRun();
if (kinds.length === 0) {
  console.log(`No test file matches ${given.join(' ')}.`);
  process.exit(1);
}
const total: Counts = { passed: 0, failed: 0, skipped: 0 };
for (const step of steps) {
  const chosen = step.kinds.filter((kind) => kinds.includes(kind));
  if (chosen.length === 0) continue;
  const counts = await runStep(chosen, step.workers);
  for (const key of ['passed', 'failed', 'skipped'] as const) total[key] += counts[key];
}
// What was not run proves nothing; on a CI machine nothing may be missing.
const incomplete = process.env['CI'] !== undefined && total.skipped > 0;
if (incomplete) console.log('Tests were left out, and this machine must run them all.');
console.log(lineOf(total));
process.exitCode = total.failed > 0 || incomplete ? 1 : 0;
