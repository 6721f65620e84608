import { findExcerptInPage, findInPage } from './findInPage.rules.ts';

const marked = (items: string[], quote: string) =>
  findInPage(items, quote).map(({ item, from, to }) => items[item]?.slice(from, to));

describe('a quote on a page', () => {
  it('is found within one line', () => {
    expect(marked(['Journeys under four hours are made by train.'], 'under four hours')).toEqual(['under four hours']);
  });

  it('is found across lines and hyphenated words', () => {
    const lines = [
      'A night in a hotel is paid up to 140',
      ' ',
      'euros in capi-',
      'tal cities. Breakfast may be added.',
    ];
    expect(marked(lines, 'up to 140 euros in capital cities.')).toEqual(['up to 140', 'euros in capi', 'tal cities.']);
  });

  it('is found with different quotation marks, ligatures, dashes and capitals', () => {
    expect(marked(['The oﬃce calls it “mid–term”.'], 'The office calls it "mid-term"')).toEqual([
      'The oﬃce calls it “mid–term”',
    ]);
  });

  it('is found by its beginning when it continues on the next page', () => {
    const quote = 'Invoices above ten thousand euros are signed by two people, of whom one is head of a department.';
    const lines = ['Invoices above ten thousand euros are signed by', 'Page 3'];
    expect(marked(lines, quote)).toEqual(['Invoices above ten thousand euros are signed by']);
  });

  it('is not found by its beginning when it is short', () => {
    expect(findInPage(['Hotels in Oslo are paid.'], 'Hotels in Rome are paid.')).toEqual([]);
    expect(findInPage(['Anything'], '   ')).toEqual([]);
  });
});

describe('an excerpt on a page', () => {
  const markedIn = (items: string[], excerpt: string) =>
    findExcerptInPage(items, excerpt).map(({ item, from, to }) => items[item]?.slice(from, to));

  it('is marked bullet by bullet, in the order of the page', () => {
    const bullets = [
      'Equipment',
      'New staff receive a laptop',
      'The canteen opens at noon',
      'New staff receive a headset',
    ];
    expect(markedIn(bullets, 'New staff receive a headset\nNew staff receive a laptop')).toEqual([
      'New staff receive a laptop',
      'New staff receive a headset',
    ]);
  });

  it('is marked row by row, without the names of the columns', () => {
    const cells = ['Role', 'Limit in crowns', 'Team lead', '1,500', 'Head of finance', '75,000'];
    expect(markedIn(cells, '| Role | Limit in crowns |\n| Head of finance | 75,000 |')).toEqual([
      'Head of finance',
      '75,000',
    ]);
  });

  it('is found in one piece if it has the lines of a paragraph', () => {
    const lines = ['Hotels', 'A night is paid', 'Hotels', 'in full'];
    expect(findExcerptInPage(lines, 'Hotels\nin full')).toEqual([
      { item: 2, from: 0, to: 6 },
      { item: 3, from: 0, to: 7 },
    ]);
  });
});
