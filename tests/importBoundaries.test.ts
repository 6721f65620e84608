import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { findBoundaries, importBoundaries } from './importBoundaries.ts';

const root = resolve(import.meta.dirname, '..');
const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm;

interface Import {
  specifier: string;
  isType: boolean;
}

function parseImports(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, type, named, bare, dynamic]) => ({
    specifier: named ?? bare ?? dynamic ?? '',
    isType: type !== undefined,
  }));
}

function listSources(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
  });
  return output.toString('utf8').trim().split('\n');
}

it('no file crosses an import boundary', () => {
  const violations = listSources().flatMap((file) =>
    findBoundaries(file).flatMap(({ forbidden, allowTypes, sentence }) =>
      parseImports(file)
        .filter(({ specifier, isType }) => forbidden.test(specifier) && !(allowTypes && isType))
        .map(({ specifier }) => `${file} imports ${specifier}: ${sentence}`),
    ),
  );
  expect(violations).toEqual([]);
});

describe('the linter rejects a violation with the sentence of the boundary', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ava-boundaries-'));
    // oxlint resolves the paths of a rule against the folder of its configuration.
    writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from '${root}/oxlint.config.ts';`);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(importBoundaries)('$sentence', ({ sentence, within, example }) => {
    const [path = ''] = within;
    const file = join(folder, path.endsWith('/') ? `${path}violation.ts` : path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { anything } from '${example}';\nanything();\n`);
    expect(lint(file)).toContain(sentence);
    rmSync(file);
  });

  function lint(file: string): string {
    try {
      const args = [
        join(root, 'node_modules/oxlint/bin/oxlint'),
        '-c',
        join(folder, 'oxlint.config.ts'),
        '--format=json',
        file,
      ];
      return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }
});
