import { UnreadCounts } from '#contract/files/unread.ts';
import { defaultLimits } from '#api/extract/limits.ts';
import { readPage } from './html.ts';

async function read(body: string): Promise<string> {
  const context = {
    type: 'HTML' as const,
    limits: defaultLimits,
    unread: new UnreadCounts(),
    onProgress: () => undefined,
  };
  const { value } = await readPage(Buffer.from(`<!doctype html><meta charset="utf-8">${body}`), context).next();
  return value && 'text' in value ? value.text : '';
}

it('paragraphs, lists and line breaks in a cell of a table are one line, so that the row stays together', async () => {
  const cell = (inside: string) => `<td>${inside}</td>`;
  const row = (...cells: string[]) => `<tr>${cells.map(cell).join('')}</tr>`;
  const blocks = '<p>Bern</p><p>Thun</p>';
  const items = '<ul><li>bus</li><li>train</li></ul>';
  const table = `<table>${row('Town', 'By', 'Note')}${row(blocks, items, 'from<br>May')}${row('<div>Basel</div>', '', 'x')}</table>`;
  expect((await read(table)).split('\n').map((line) => line.replaceAll(/ *\t */g, '\t'))).toEqual([
    'Town\tBy\tNote',
    'Bern Thun\tbus train\tfrom May',
    'Basel\t\tx',
  ]);
});

it('a list of a form is read with the option that is chosen, also within a group, or with its first one', async () => {
  const options =
    '<optgroup label="North"><option>Kiel</option></optgroup><optgroup label="South"><option selected>Ulm</option></optgroup>';
  expect(await read(`<p>Office: <select>${options}</select>.</p>`)).toBe('Office:  Ulm .');
  expect(await read(`<p>Office: <select><optgroup label="North"><option>Kiel</option></optgroup></select>.</p>`)).toBe(
    'Office:  Kiel .',
  );
});

it('a page has its title in front, unless it begins with the same words', async () => {
  const head = '<head><title>Travel &amp; costs</title></head>';
  expect(await read(`${head}<body><p>From 1 May</p>`)).toBe('Travel & costs\n\nFrom 1 May');
  expect(await read(`${head}<body><h1>Travel &amp; costs</h1><p>From 1 May</p>`)).toBe('Travel & costs\n\nFrom 1 May');
});

it('a page with very many elements beside each other is read', async () => {
  const text = await read('<p>a</p>'.repeat(150_000));
  expect(text.match(/a/g)).toHaveLength(150_000);
});
