import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBoundaries, importBoundaries } from './importBoundaries.ts';
import { folders, parseImports, resolveImport, root } from './sourceImports.ts';

function listSources(): string[] {
  const output = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
  });
  return output.toString('utf8').trim().split('\n');
}

/** The specifier of an import as it would be in another folder: `./chat.ts` becomes `#api/chat/chat.ts`. */
function getFullName(file: string, specifier: string): string {
  if (!specifier.startsWith('./')) return specifier;
  const path = resolveImport(file, specifier) ?? '';
  const [name, folder] = folders.find(([, each]) => path.startsWith(each)) ?? ['', ''];
  return name + path.slice(folder.length);
}

it('no file crosses an import boundary', () => {
  const violations = listSources().flatMap((file) =>
    findBoundaries(file).flatMap(({ forbidden, allowTypes, sentence }) =>
      parseImports(file)
        .filter(({ specifier, isType }) => forbidden.test(getFullName(file, specifier)) && !(allowTypes && isType))
        .map(({ specifier }) => `${file} imports ${specifier}: ${sentence}`),
    ),
  );
  expect(violations).toEqual([]);
});

describe('the linter rejects a violation with the sentence of the boundary', () => {
  const violations = importBoundaries.map(({ sentence, within: [path = ''], example }, index) => ({
    sentence,
    file: path.endsWith('/') ? `${path}violation${index}.ts` : path,
    example,
  }));
  let diagnostics: Diagnostic[];

  // The linter starts once for all violations, because a start takes half a second.
  beforeAll(() => {
    const folder = mkdtempSync(join(tmpdir(), 'ava-boundaries-'));
    try {
      // oxlint resolves the paths of a rule against the folder of its configuration.
      writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from '${root}/oxlint.config.ts';`);
      for (const { file, example } of violations) {
        mkdirSync(dirname(join(folder, file)), { recursive: true });
        writeFileSync(join(folder, file), `import { anything } from '${example}';\nanything();\n`, { flag: 'wx' });
      }
      diagnostics = lint(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it.each(violations)('$sentence', ({ sentence, file }) => {
    const messages = diagnostics.filter(({ filename }) => filename === file).map(({ message, help }) => message + help);
    expect(messages.join('\n')).toContain(sentence);
  });
});

interface Diagnostic {
  filename: string;
  message: string;
  help?: string;
}

function lint(folder: string): Diagnostic[] {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'oxlint.config.ts', '--format=json', '.'];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  return (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics;
}
