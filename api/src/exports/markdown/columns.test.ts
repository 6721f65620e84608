import type { Table } from 'mdast';
import { fitColumns } from './columns.ts';
import { parseMarkdown } from './parseMarkdown.ts';

const place = { width: 450, padding: 10, size: 10, smallest: 5 };

function fit(markdown: string) {
  return fitColumns(parseMarkdown(markdown).children[0] as Table, place);
}

it('a column is as wide as its longest word, and all columns together are as wide as the table', () => {
  const { widths, size } = fit(
    `| Hospital | Beds | Admissions | Comment |\n|--|--|--|--|\n| Kirkwall | 210 | 3,412 | ${'long text '.repeat(30)}|`,
  );
  expect(size).toBe(10);
  expect(widths[2]).toBeGreaterThan(50);
  expect(widths[3]).toBeGreaterThan(150);
  expect(widths.reduce((sum, width) => sum + width + 10, 0)).toBeCloseTo(450);
});

it('if words do not fit next to each other, their font gets smaller, and no word is broken', () => {
  const header = `| ${Array.from({ length: 8 }, () => 'Accessibility').join(' | ')} |`;
  const { widths, size } = fit(`${header}\n|${'--|'.repeat(8)}`);
  expect(size).toBeLessThan(8);
  expect(size).toBeGreaterThan(5);
  expect(Math.min(...widths)).toBeGreaterThan(size * 6);
});

it('a telephone number is on one line, and Chinese text leaves room for other columns', () => {
  const { widths } = fit(
    `| Name | Telephone | Note |\n|--|--|--|\n| ${'Anna Andersen '.repeat(4)} | +47 555 1000 | ${'工'.repeat(100)} |`,
  );
  expect(widths[1]).toBeGreaterThan(65);
  expect(widths[0]).toBeGreaterThan(80);
});
