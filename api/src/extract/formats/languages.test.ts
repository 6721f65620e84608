import { makeDocx } from '#sandbox/documents/docx.ts';
import { makeEml } from '#sandbox/documents/mail.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';
import { makeText } from '#sandbox/documents/textFile.ts';
import { makeUnicodePdf } from '#sandbox/documents/unicodePdf.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

const texts = {
  Arabic: 'تقدم الإدارة المالية تقريرا عن نفقات السنة قبل اجتماع المجلس',
  Hebrew: 'מנהלת הכספים מגישה דוח על הוצאות השנה לפני ישיבת המועצה',
  Chinese: '财务部门 在董事会 会议之前 提交年度 支出报告',
  Japanese: '経理部は 取締役会の 前に 年間支出の 報告書を 提出します',
  English: 'The finance team reports the expenses of the year before the meeting of the board',
};
const lines = Object.values(texts);

const ada = { name: 'Ada', address: 'ada@northwind.example' };
const MIN_RECALL = 0.98;

/** The share of the words that are in the text, each as often as it is written. */
function measureRecall(text: string): number {
  const left = text.split(/\s+/);
  const words = lines.join(' ').split(' ');
  const found = words.filter((word) => {
    const index = left.findIndex((candidate) => candidate.includes(word));
    if (index >= 0) left[index] = left[index]!.replace(word, ' ');
    return index >= 0;
  });
  return found.length / words.length;
}

it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
  ['a.txt', () => makeText(lines.join('\n'), 'utf-16le', { mark: true })],
  ['a.csv', () => makeText(lines.map((line) => `1;"${line}"`).join('\r\n'))],
  ['a.json', () => makeText(JSON.stringify(texts))],
  [
    'a.vtt',
    () => makeText(`WEBVTT\n\n${lines.map((line) => `00:01.000 --> 00:02.000\n<v Ada>${line}</v>\n`).join('\n')}`),
  ],
  [
    'a.eml',
    () =>
      makeEml({
        from: ada,
        to: [ada],
        subject: 'Report',
        text: lines.join('\n'),
      }),
  ],
  ['a.docx', () => makeDocx([{ heading: texts.Hebrew, paragraphs: lines.filter((line) => line !== texts.Hebrew) }])],
  ['a.pptx', () => makePptx([{ title: texts.Arabic, bullets: lines.filter((line) => line !== texts.Arabic) }])],
  ['a.xlsx', () => makeWorkbook([{ name: 'Report', rows: lines.map((line) => [1, line]) }])],
  ['a.xls', () => makeWorkbook([{ name: 'Report', rows: lines.map((line) => [1, line]) }], 'xls')],
  ['a.pdf', () => makeUnicodePdf(lines)],
])('the words of every script are found in %s', async (name, make) => {
  const { parts, usedOcr } = await readInProcess({ path: await files.write(await make()), name });
  expect(measureRecall(parts.map(({ text }) => text).join('\n'))).toBeGreaterThanOrEqual(MIN_RECALL);
  expect(usedOcr).toBe(false);
});

it('rows of a CSV are located, also if a value has several lines or a quote that never ends', async () => {
  const rows = Array.from({ length: 60 }, (_, index) => (index === 2 ? '3,"two\r\nlines"' : `${index + 1},5" pipe`));
  const path = await files.write(Buffer.from(`${rows.join('\r\n')}\r\n`));
  const { type, parts } = await readInProcess({ path, name: 'pipes.csv' });
  expect(type).toBe('CSV');
  expect(parts.map(({ location }) => location)).toEqual([
    { kind: 'rows', from: 1, to: 50 },
    { kind: 'rows', from: 51, to: 60 },
  ]);
});
