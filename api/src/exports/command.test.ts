import { execFile } from 'node:child_process';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import mammoth from 'mammoth';
import { checkPackage } from '#api/ooxml/checkPackage.ts';
import { openParts } from '#api/ooxml/parts.ts';

const command = fileURLToPath(new URL('command.ts', import.meta.url));
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ava-export-'));
  await writeFile(join(folder, 'tea.md'), '# Tea\n\n## Leaves\n\nFour leaves\n\n![](cup.gif)\n\n## Water\n\nHot water');
  await writeFile(join(folder, 'cup.gif'), Buffer.from(PIXEL, 'base64'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the command prints. */
function run(...args: string[]): Promise<{ output: string; errors: string; code: unknown }> {
  const [file, options] = [process.execPath, { cwd: folder }];
  return new Promise((resolve) => {
    execFile(file, [command, ...args], options, (error, output, errors) =>
      resolve({ output, errors, code: error?.code ?? 0 }),
    );
  });
}

it('writes a Word document', async () => {
  expect(await run('tea.md', '--as', 'docx', '--out', 'tea.docx')).toMatchObject({ errors: '', code: 0 });
  const { value } = await mammoth.extractRawText({ path: join(folder, 'tea.docx') });
  expect(value).toContain('Four leaves');
});

it('writes a workbook of the tables, and says if there is none', async () => {
  await writeFile(join(folder, 'costs.md'), '| Tea | Euros |\n|--|--|\n| Green | 412 |');
  expect(await run('costs.md', '--as', 'xlsx', '--out', 'costs.xlsx')).toMatchObject({ errors: '', code: 0 });
  const sheet = openParts(await readFile(join(folder, 'costs.xlsx'))).get('xl/worksheets/sheet1.xml');
  expect(Buffer.from(sheet ?? []).toString()).toContain('<v>412</v>');
  const { errors } = await run('tea.md', '--as', 'xlsx', '--out', 'tea.xlsx');
  expect(errors).toContain('There is no table');
});

it('writes slides with their images', async () => {
  expect(await run('tea.md', '--as', 'pptx', '--out', 'tea.pptx')).toMatchObject({ errors: '', code: 0 });
  const parts = openParts(await readFile(join(folder, 'tea.pptx')));
  expect(checkPackage(parts)).toEqual([]);
  expect([...parts.keys()].filter((name) => /slides\/[^/]+\.xml$|\.gif$/.test(name))).toHaveLength(4);
});

it.each([
  ['a template that is no presentation', ['tea.md', '--template', 'tea.md'], 'Please select a valid PPTX file.'],
  ['a template that is not there', ['tea.md', '--template', 'no.pptx'], 'There is no file no.pptx.'],
  ['a text that is not there', ['coffee.md'], 'There is no file coffee.md.'],
])('names the reason for %s', async (_, args, reason) => {
  const { errors, code } = await run(...args, '--as', 'pptx', '--out', 'other.pptx');
  expect([errors, code]).toEqual([`${reason}\n`, 1]);
  await expect(access(join(folder, 'other.pptx'))).rejects.toThrow('ENOENT');
});
