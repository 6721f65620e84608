import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

interface Entry {
  dev?: boolean;
  link?: boolean;
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
}

const text = readFileSync(resolve(import.meta.dirname, '../package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { packages: Record<string, Entry> };
/** Leaves out the root and the sandbox, which are the repository's own packages. */
const entries = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);

it('every package has a hash that the installation verifies', () => {
  const unchecked = entries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

it('no package is tied to a registry URL', () => {
  expect(entries.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('the file includes the optional packages of all platforms, not only of the machine that wrote it', () => {
  const absent = entries.flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !isFound(path, name))
      .map((name) => `${name} of ${path}`),
  );
  expect(absent).toEqual([]);
});

/**
 * Packages that report to their makers that they are installed or used. `@opentelemetry` and Application Insights come with
 * the blob emulator, which the tests start with `--disableTelemetry`.
 */
const REPORTING =
  /(^|\/)(@scarf|@segment|@sentry|@amplitude|@posthog|@datadog|@opentelemetry|@bugsnag)\/|(^|\/)(@[^/]+\/)?(scarf|posthog|mixpanel|amplitude|analytics-node|universal-analytics|insight|applicationinsights|newrelic|dd-trace|rollbar|telemetry|next-telemetry)(-[a-z-]+)?$/;

/** @proves threat:nothing-reported */
it('no package reports to its makers that it is installed or used', () => {
  const reporting = entries.filter(([path]) => REPORTING.test(path));
  expect(reporting.filter(([, { dev }]) => !dev).map(([path]) => path)).toEqual([]);
  expect(text).not.toMatch(/scarf/i);
  expect(readFileSync(resolve(import.meta.dirname, '../package.json'), 'utf8')).not.toMatch(/scarf/i);
});

/** Resolves a package like Node: in the folder of the importing package or in a parent folder. */
function isFound(path: string, name: string): boolean {
  const folders = path.split('/node_modules/');
  const paths = folders.map((_, depth) => [...folders.slice(0, depth + 1), name].join('/node_modules/'));
  return [`node_modules/${name}`, ...paths].some((candidate) => candidate in packages);
}
