import { mkdir, open, readdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { drawText } from '#sandbox/documents/textImage.ts';
import { extract } from '#api/extract/extract.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { getOcrLanguages, setOcrLanguages } from './languages.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(async () => {
  await setOcrLanguages(['eng'], '');
  await files.remove();
});

it('a picture is read in all languages that are configured', async () => {
  const lines = ['Le bâtiment a été rénové à l’été.', 'Où êtes-vous allés hier soir ?'];
  const path = await files.write(await drawText(lines).encode('png'));
  const folder = join(dirname(path), 'ocr');
  const read = async () => (await extract({ path, name: 'notice.png' })).parts.map(({ text }) => text).join('\n');
  expect(await read()).not.toContain('rénové à l’été');
  await setOcrLanguages(['eng', 'fra'], folder);
  expect(getOcrLanguages().languages).toEqual(['eng', 'fra']);
  expect(await read()).toMatch(/Le bâtiment a été rénové . l.été\.\nOù êtes-vous allés hier soir/);
  await setOcrLanguages(['fra'], folder);
  expect(await read()).toMatch(/Le bâtiment a été rénové/);
});

it('a process that starts does not change the data that another one reads at this moment', async () => {
  const folder = join(dirname(await files.write(Buffer.alloc(0))), 'shared');
  const copy = join(folder, 'eng.traineddata.gz');
  await mkdir(folder);
  await writeFile(copy, 'data of the other process');
  const reader = await open(copy);
  await setOcrLanguages(['eng', 'fra'], folder);
  expect(await reader.readFile('utf8')).toBe('data of the other process');
  await reader.close();
  expect((await stat(copy)).size).toBeGreaterThan(1_000_000);
  expect((await readdir(folder)).toSorted()).toEqual(['eng.traineddata.gz', 'fra.traineddata.gz']);
});
