import { findInPage } from './findInPage.rules.ts';

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
