import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { buildChildProcesses } from '../api/buildChildProcesses.ts';
import { buildTab, isTabStale } from '#sandbox/launcher/buildTab.ts';
import { getTestKind, listTests, runTests, stopJest, type Kind } from './harness/jest/jestProcess.ts';
import { countResults, formatCounts, type Counts } from './harness/jest/jestReport.ts';
import { prepareMigratedDatabase } from './harness/storage/preparedDatabases.ts';
import { startSharedPostgres } from './harness/storage/sharedPostgres.ts';

/**
 * `npm test`: all tests, tuned for two cores. Stories use real processes over HTTP and journeys a real browser; both often
 * wait, so units run beside them, and there are more workers than cores.
 *
 * `npm test -- NAME` runs only the files whose path matches; `--units` leaves out stories and journeys. Other arguments
 * go to jest.
 */
const WORKERS = 5;
const root = fileURLToPath(new URL('../', import.meta.url));
const argv = process.argv.slice(2);
const args = argv.filter((argument) => argument !== '--units');
const allowedKinds: Kind[] = argv.includes('--units') ? ['units'] : ['units', 'stories', 'journeys'];

// Otherwise jest and its workers would continue after `npm test` was stopped.
let stopped: Promise<never> | undefined;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => {
    stopped = stopJest(signal).then(() => process.exit(128 + constants.signals[signal]));
  });

/** Returns the kinds that have matching tests. Listing takes a second, so a run of all tests skips it. */
async function findKinds(): Promise<Kind[]> {
  if (args.length === 0) return allowedKinds;
  const kinds = new Set((await listTests(root, args)).map((path) => getTestKind(root, path)));
  return allowedKinds.filter((kind) => kinds.has(kind));
}

async function runKinds(kinds: Kind[]): Promise<Counts> {
  const startedAt = Date.now();
  // A shared server is faster only for all suites; for a few of them, each suite starts what it needs.
  const server = args.length === 0 ? await startSharedPostgres() : null;
  await prepare(kinds);
  await stopped;
  try {
    const { report, code } = await runTests({ root, kinds, workers: WORKERS, args, env: server?.env ?? {} });
    for (const kind of kinds) {
      const results = report.testResults.filter(({ name }) => getTestKind(root, name) === kind);
      console.log(`${kind}: ${formatCounts(countResults(results))}`);
    }
    console.log(`${kinds.join(', ')} took ${Math.round((Date.now() - startedAt) / 1_000)} s`);
    const counts = countResults(report.testResults);
    // If jest failed although no test failed, this counts as one failure.
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
  } finally {
    await server?.stop();
  }
}

/** Prepares once what every worker would otherwise prepare itself. */
async function prepare(kinds: Kind[]): Promise<void> {
  const onlyUnits = kinds.every((kind) => kind === 'units');
  if (args.length === 0 || !onlyUnits) await prepareMigratedDatabase();
  if (onlyUnits && args.length > 0) return;
  await buildChildProcesses();
  if (onlyUnits) return;
  if (await isTabStale(root)) await buildTab(root, 'quick');
  if (kinds.includes('journeys')) await (await import('./harness/browser/openBrowser.ts')).findBrowser();
}

async function runAll(): Promise<void> {
  const kinds = await findKinds();
  if (kinds.length === 0) {
    console.log(`No test file matches ${argv.join(' ')}.`);
    process.exit(1);
  }
  const total = await runKinds(kinds);
  // A skipped test proves nothing, so CI must run all of them.
  const isIncomplete = process.env['CI'] !== undefined && total.skipped > 0;
  if (isIncomplete) console.log('Tests were skipped. This machine must run all of them.');
  console.log(formatCounts(total));
  process.exitCode = total.failed > 0 || isIncomplete ? 1 : 0;
}

try {
  await runAll();
} catch (error) {
  // A stopped jest writes no report; the process exits as soon as jest has exited.
  await stopped;
  throw error;
}
