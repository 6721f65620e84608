import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { walls, wallsAround } from './importBoundaries.ts';

const root = resolve(__dirname, '..');
const IMPORT =
  /^\s*(?:import|export)\s+(type\s)?[^'"]*?from\s+['"]([^'"]+)['"]|^\s*import\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/gm;

interface Import {
  from: string;
  onlyType: boolean;
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, type, named, bare, lazy]) => ({
    from: named ?? bare ?? lazy ?? '',
    onlyType: type !== undefined,
  }));
}

function sources(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
  });
  return listed.toString('utf8').trim().split('\n');
}

it('no file of the house reaches through a wall', () => {
  const holes = sources().flatMap((file) =>
    wallsAround(file).flatMap((wall) =>
      importsOf(file)
        .filter(({ from, onlyType }) => wall.never.test(from) && !(wall.typesPass && onlyType))
        .map(({ from }) => `${file} imports ${from}: ${wall.sentence}`),
    ),
  );
  expect(holes).toEqual([]);
});

describe('the lint says so too, with the sentence of the wall', () => {
  let house: string;
  beforeAll(() => {
    house = mkdtempSync(join(tmpdir(), 'ava-walls-'));
    // Where a rule applies is told from the folder that the configuration is in.
    writeFileSync(join(house, 'oxlint.config.ts'), `export { default } from '${root}/oxlint.config.ts';`);
  });
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  it.each(walls.map((wall) => [wall.sentence, wall] as const))('%s', (sentence, wall) => {
    const place = wall.within[0] ?? '';
    const file = join(house, place.endsWith('/') ? `${place}crossing.ts` : place);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { anything } from '${wall.example}';\nanything();\n`);
    expect(lint(file)).toContain(sentence);
    rmSync(file);
  });

  function lint(file: string): string {
    try {
      const args = [
        join(root, 'node_modules/oxlint/bin/oxlint'),
        '-c',
        join(house, 'oxlint.config.ts'),
        '--format=json',
        file,
      ];
      return execFileSync(process.execPath, args, { cwd: house, encoding: 'utf8' });
    } catch (error) {
      return (error as { stdout: string }).stdout;
    }
  }
});
