/**
 * Checks that everything in backticks in the written pages exists: paths in the repository, and words and phrases in its
 * code, comments excluded.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tests/sourceImports.ts';
import { pages as generated } from './pages.ts';

const args = ['ls-files', '--cached', '--others', '--exclude-standard'];
const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
const files = [...new Set(listed)].filter((file) => existsSync(join(root, file)));
const pages = ['README.md', ...files.filter((file) => /^docs\/.+\.md$/.test(file))].filter(
  (file) => !(file.replace('docs/', '') in generated),
);
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '');
const isCode = (file: string) => /\.([cm]?[jt]sx?|json|ya?ml|html|css|bicep|sample)$|(^|\/)\.[^.]+$/.test(file);
const sources = files.filter((file) => isCode(file) && file !== 'package-lock.json');
const code = sources
  .filter((file) => !/\.test\.tsx?$/.test(file))
  .map((file) => (/[jt]sx?$/.test(file) ? withoutComments(read(file)) : read(file)))
  .join('\n');
const baseNames = sources.map((file) => file.slice(file.lastIndexOf('/') + 1).replace(/\..*$/, ''));
const words = new Set([...(code.match(/[A-Za-z_]\w*/g) ?? []), ...baseNames]);
const declared = new Set(code.match(/(?<=\b(?:type|interface|class|enum|const|function) )\w+/g));

/** Every way to name a file or one of its folders: from the root, or from any folder above it. */
function listPathEnds(file: string): string[] {
  const parts = file.split('/');
  return parts.flatMap((_, from) =>
    parts.slice(from).map((__, length) => parts.slice(from, from + length + 1).join('/')),
  );
}
const paths = new Set(files.flatMap(listPathEnds));
const ignored = read('.gitignore').trim().split('\n').map((line) => line.replace(/\/$/, '')); // prettier-ignore

/** Turns `a/{b,c}.ts` into `a/b.ts` and `a/c.ts`. */
function expandBraces(path: string): string[] {
  const [whole, choices = ''] = /\{([^{}]*)\}/.exec(path) ?? [];
  if (whole === undefined) return [path];
  return choices.split(',').flatMap((choice) => expandBraces(path.replace(whole, choice)));
}

function isKnownPath(path: string): boolean {
  if (ignored.some((folder) => path === folder || path.startsWith(`${folder}/`))) return true;
  if (!path.includes('*')) return paths.has(path);
  const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace(/\*+/g, '[^/]*')}$`);
  return [...paths].some((known) => pattern.test(known));
}

/** A file with its ending, or a path of folders. `DATA_DIR/blobs` and `GET /health` are not paths of the repository. */
const PATH =
  /^(?=[^/]*[a-z*.])[\w.*{},-]+\/(?:[\w.*{},/-]+)?(?= |:|$)|^[\w*{},-]+(?:\.[\w-]+)*\.(?:[jt]sx?|md|json|ya?ml|html)\b/;
const PHRASE = /^[a-z]+(?: [a-z]+){2,}$/;

/** The words of the files that a path such as `chats.ts` can mean. */
function readWords(named: readonly string[]): ReadonlySet<string> {
  const meant = files.filter((file) => named.some((path) => `/${file}`.endsWith(`/${path}`)));
  return new Set(meant.flatMap((file) => withoutComments(read(file)).match(/\w+/g) ?? []));
}

/** The parts of a text in backticks that are not in the repository. */
function findUnknown(text: string): string[] {
  if (/\W/.test(text) && code.includes(text)) return [];
  if (PHRASE.test(text) && !/^(npm|node) /.test(text)) return [text];
  if (/^[A-Z][a-z]+\w*$/.test(text)) return declared.has(text) || !/[a-z][A-Z]/.test(text) && words.has(text) ? [] : [text]; // prettier-ignore
  const [path = ''] = PATH.exec(text) ?? [];
  const named = path === '' ? [] : expandBraces(path.replace(/\/$/, ''));
  const known = path.includes('.') && text.length > path.length ? readWords(named) : words;
  const unknownPaths = named.filter((one) => !isKnownPath(one));
  const unknownWords = (text.slice(path.length).match(/[A-Za-z_]\w{2,}/g) ?? []).filter((word) => !known.has(word));
  return [...unknownPaths, ...unknownWords];
}

it('the pages contain names in backticks', () => {
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.map(read).join('').split('`').length).toBeGreaterThan(1_000);
});

it.each(pages)('%s names nothing that does not exist', (page) => {
  const text = read(page).replace(/^```[\s\S]*?^```$/gm, '');
  const named = [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
  expect(named.filter((name) => findUnknown(name).length > 0)).toEqual([]);
});

it.each([
  ['tests/docs/pages.ts', true],
  ['tests/docs/page.ts', false],
  ['runs/{runs,feeds}.ts', true],
  ['runs/{runs,fees}.ts', false],
  ['*.texts.ts', true],
  ['chats.ts: deleteChat', true],
  ['chats.ts: removeTheChat', false],
  ['sweeps.ts: deleteChat', false],
  ['AppContext', true],
  ['WorldContext', false],
  ['failed to deregister process', true],
  ['graph request throttled', false],
])('the check finds that the name %s exists in the project: %s', (name, exists) => {
  expect(findUnknown(name).length === 0).toBe(exists);
});

it.each(pages)('the links of %s lead to files and headings that exist', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)]*)?\)/g)];
  const broken = links.filter(([, path = '', anchor = '']) => {
    const target = join(page, path === '' ? '.' : `../${path}`);
    const headings =
      target.endsWith('.md') && existsSync(join(root, target)) ? read(target).match(/(?<=^#+ ).+/gm) : [];
    const anchors = (headings ?? []).map(
      (heading) =>
        `#${heading
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    );
    return !existsSync(join(root, target)) || (anchor !== '' && !anchors.includes(anchor));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

it('the headings that comments of the code cite are in docs/product.md', () => {
  const product = read('docs/product.md');
  const cited = sources.flatMap((file) => [...read(file).matchAll(/docs\/product\.md, ([A-Z][A-Za-z ]+)/g)]);
  expect(cited.length).toBeGreaterThan(3);
  expect(
    cited.map(([, heading = '']) => heading.trim()).filter((heading) => !product.includes(`## ${heading}\n`)),
  ).toEqual([]);
});
