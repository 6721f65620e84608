import { createRequire } from 'node:module';
import type { CellObject } from '@e965/xlsx';
import { makeCollection } from '#tests/harness/exportCollection.ts';
import { openParts } from '#api/ooxml/parts.ts';
import { writeDocument } from '#api/exports/writing/writeDocument.ts';

/** Reads the workbooks; another library writes them. */
const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

async function write(text: string, citations: readonly number[] = []): Promise<Uint8Array> {
  const links = citations.map((number) => ({
    number,
    fileid: 'f',
    filename: 'Budget.xlsx',
    pagenumber: null,
    location: 'sheet Travel',
    datatype: 'XLSX',
    link: 'https://northwind.example/budget',
    lastModified: null,
    quote: '',
    site: null,
    standing: 'holds' as const,
  }));
  const part = { heading: '', text, syntax: 'markdown' as const, citations: links };
  return (await writeDocument({ title: 'Costs', parts: [part] }, 'xlsx')).bytes;
}

async function read(text: string, citations?: readonly number[]) {
  const { SheetNames, Sheets } = xlsx.read(await write(text, citations), { cellNF: true });
  const cell = (address: string, sheet = SheetNames[0] ?? '') => Sheets[sheet]?.[address] as CellObject | undefined;
  return { names: SheetNames, cell, sheets: Sheets };
}

/** The cells of a column with one header: value and format, or the text. */
async function readColumn(...cells: string[]) {
  const { cell } = await read(['| A | B |', '|--|--|', ...cells.map((text) => `| ${text} | x |`)].join('\n'));
  return cells.map((_, index) => {
    const { t, v, z } = cell(`A${index + 2}`) ?? {};
    return t === 'n' ? [v, z] : v;
  });
}

it.each([
  [
    ['1,200.50', '42'],
    [
      [1200.5, '#,##0.00'],
      [42, '0'],
    ],
  ],
  [
    ['$1,200', '−5 €', '3.5 USD'],
    [
      [1200, '"$"#,##0'],
      [-5, '0" €"'],
      [3.5, '0.0" USD"'],
    ],
  ],
  [
    ['12.5%', '+3 %'],
    [
      [0.125, '0.0%'],
      [0.03, '+0" "%;-0" "%;0" "%'],
    ],
  ],
  [
    ['1.200,50', '3,5'],
    [
      [1200.5, '#,##0.00'],
      [3.5, '0.0'],
    ],
  ],
  [
    ['007', '42'],
    ['007', '42'],
  ],
  [
    ['1.200,50', '1,200.50'],
    ['1.200,50', '1,200.50'],
  ],
  [
    ['1.2.3', '12'],
    ['1.2.3', '12'],
  ],
  [
    ['12 34', '1234567890123456', '3 of 5', '14:30'],
    ['12 34', '1234567890123456', '3 of 5', '14:30'],
  ],
])('numbers %j become %j', async (cells, expected) => expect(await readColumn(...cells)).toEqual(expected));

it('a number in a German text is read with its decimal comma', async () => {
  const text =
    'Der Plan ist nicht neu, und die Kosten werden mit dem Team geprüft.\n\n| A | B |\n|--|--|\n| 1.200 | 1,200 |';
  const { cell } = await read(text);
  expect([cell('A2')?.v, cell('B2')?.v]).toEqual([1200, 1.2]);
});

it.each([
  [
    ['2026-03-01', '2026-03-01 14:30'],
    [
      [46082, 'yyyy-mm-dd'],
      [expect.closeTo(46082.604, 2), 'yyyy-mm-dd hh:mm'],
    ],
  ],
  [
    ['1.3.2026', '15.03.2026'],
    [
      [46082, 'd.m.yyyy'],
      [46096, 'dd.mm.yyyy'],
    ],
  ],
  [
    ['3/13/2026', '4/5/2026'],
    [
      [46094, 'm/dd/yyyy'],
      [46117, 'm/d/yyyy'],
    ],
  ],
  [
    ['1 March 2026', 'Mar 1, 2026'],
    [
      [46082, '[$-409]d mmmm yyyy'],
      [46082, '[$-409]mmm d, yyyy'],
    ],
  ],
  [
    ['3/4/2026', '4/5/2026'],
    ['3/4/2026', '4/5/2026'],
  ],
  [
    ['2026-02-30', '31.04.2026'],
    ['2026-02-30', '31.04.2026'],
  ],
])('dates %j become %j', async (cells, expected) => expect(await readColumn(...cells)).toEqual(expected));

/** @proves threat:exported-words */
it('a text that looks like a formula stays text, also if a person edits it', async () => {
  const texts = ['=1+2', '+cmd', '-cmd', '@SUM(A1)', '=HYPERLINK("https://evil.example","x")'];
  const { cell, sheets } = await read(`| A |\n|--|\n${texts.map((text) => `| ${text} |`).join('\n')}`);
  texts.forEach((text, index) => expect(cell(`A${index + 2}`)).toMatchObject({ t: 's', v: text, z: '@' }));
  expect(JSON.stringify(sheets)).not.toContain('"f":');
  const other = await read('| =1+2 | B |\n|--|--|\n| `_x0041_` | b |');
  expect(other.cell('A1')).toMatchObject({ t: 's', z: '@' });
  expect(other.cell('A2')?.v).toBe('_x0041_');
});

it('each table is a sheet with the name of its heading; a header is bold and stays in view', async () => {
  const table = (word: string) => `| ${word} | Much longer words than the others |\n|--|--|\n| a | b<br>c |`;
  const text = `${table('One')}\n\n## Costs: "A/B" [1]?\n\n${table('Two')}\n\n${table('Three')}\n\n# History\n\n> ${table('Four').replaceAll('\n', '\n> ')}`;
  const { names, cell } = await read(text);
  expect(names).toEqual(['Table 1', 'Costs "A B" 1', 'Costs "A B" 1 2', 'Table 4']);
  expect(cell('A1', 'Table 4')?.v).toBe('Four');
  expect(cell('B2')?.v).toBe('b\nc');
  const parts = openParts(await write(text));
  const part = (name: string) => Buffer.from(parts.get(name) ?? []).toString();
  const sheet = part('xl/worksheets/sheet2.xml');
  expect(sheet).toContain('ySplit="1"');
  const [narrow = 0, wide = 0] = [...sheet.matchAll(/ width="([\d.]+)"/g)].map(([, width]) => Number(width));
  expect(wide).toBeGreaterThan(narrow * 2);
  const fonts = part('xl/styles.xml').match(/<font>.*?<\/font>/g) ?? [];
  const styles =
    part('xl/styles.xml')
      .match(/<cellXfs.*<\/cellXfs>/)?.[0]
      .match(/<xf .*?<\/xf>/g) ?? [];
  const fontOf = (address: string) => {
    const style = new RegExp(`r="${address}" s="(\\d+)"`).exec(sheet)?.[1] ?? '';
    return fonts[Number(/fontId="(\d+)"/.exec(styles[Number(style)] ?? '')?.[1] ?? 0)];
  };
  expect(fontOf('A1')).toContain('<b/>');
  expect(fontOf('A2')).not.toContain('<b/>');
});

it('a number with a citation stays a number, and the sources are the last sheet', async () => {
  const { names, cell } = await read('| Site | Cost |\n|--|--|\n| Oslo [2] | 1,200 [1][2] |', [1, 2]);
  expect(cell('B2')).toMatchObject({ t: 'n', v: 1200, z: '#,##0" [2][1]"' });
  expect(names).toEqual(['Table 1', 'Sources']);
  expect(cell('A1', 'Sources')?.v).toBe('[1] Budget.xlsx (https://northwind.example/budget), sheet Travel');
});

it('a text without a table is refused with a message, and a cell with more text than Excel accepts continues in the row below', async () => {
  await expect(write('# Tea\n\nNo table.')).rejects.toMatchObject({ code: 'no_table' });
  const { cell } = await read(`| A | B |\n|--|--|\n| 42 | ${'x'.repeat(40_000)} |\n| 43 | y |`);
  expect([cell('A2')?.v, cell('A3'), cell('A4')?.v]).toEqual([42, undefined, 43]);
  expect(`${cell('B2')?.v as string}${cell('B3')?.v as string}`).toBe('x'.repeat(40_000));
});

it('a table of Arabic runs from right to left, and no word of a table is lost', async () => {
  expect(
    Buffer.from(
      openParts(await write('| القسم | الطابق |\n|--|--|\n| أ | ب |')).get('xl/worksheets/sheet1.xml') ?? [],
    ).toString(),
  ).toContain('rightToLeft="1"');
  for (const { name, markdown, words } of makeCollection().filter((sample) => /table/.test(sample.name))) {
    const { sheets } = await read(markdown);
    const text = Object.values(sheets)
      .map((sheet) => xlsx.utils.sheet_to_csv(sheet))
      .join('\n');
    expect([name, words.filter((word) => !text.includes(word))]).toEqual([name, []]);
  }
});
