import { findTableHead } from './tableHead.ts';

const CAPTION = 'Statement of Cash Flows\nYears ended June 30\n(Millions)\n';
const COLUMNS = '| Item | 2022 | 2021 |\n';

describe('the head of a table', () => {
  it('is its caption, period and columns, for text that begins inside it', () => {
    const before = `A sentence about the year that is not part of it, ${'and goes on '.repeat(12)}.\n${CAPTION}${COLUMNS}| Tax | 3 | 4 |\n`;
    expect(findTableHead(before, '| Rent | 1 | 2 |')).toBe(`${CAPTION}${COLUMNS}`.trim());
  });

  it('is of the table in which the text begins, not of one before it', () => {
    const before = `Costs\n| A | B |\n| 1 | 2 |\nSales\n| C | D |\n`;
    expect(findTableHead(before, '| 3 | 4 |')).toBe('Sales\n| C | D |');
  });

  it.each([
    ['text outside of a table', `${CAPTION}${COLUMNS}`, 'The year was good.'],
    ['the first row of a table', CAPTION, '| Item | 2022 | 2021 |'],
    ['the beginning of a page', '', '| Rent | 1 | 2 |'],
  ])('is empty for %s', (_, before, text) => expect(findTableHead(before, text)).toBe(''));
});
