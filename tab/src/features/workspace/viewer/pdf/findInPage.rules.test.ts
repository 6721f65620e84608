import { findInPage } from './findInPage.rules.ts';

const marked = (items: string[], quote: string) =>
  findInPage(items, quote).map(({ item, from, to }) => items[item]?.slice(from, to));

describe('a quote on a page', () => {
  it('is found inside one line', () => {
    expect(marked(['Journeys under four hours are made by train.'], 'under four hours')).toEqual(['under four hours']);
  });

  it('is found over lines, and over a word that is broken at the end of one', () => {
    const lines = [
      'A night in a hotel is paid up to 140',
      ' ',
      'euros in capi-',
      'tal cities. Breakfast may be added.',
    ];
    expect(marked(lines, 'up to 140 euros in capital cities.')).toEqual(['up to 140', 'euros in capi', 'tal cities.']);
  });

  it('is found whatever the quotation marks, ligatures, dashes and capitals', () => {
    expect(marked(['The oﬃce calls it “mid–term”.'], 'The office calls it "mid-term"')).toEqual([
      'The oﬃce calls it “mid–term”',
    ]);
  });

  it('is found by its beginning where it goes on over the page', () => {
    const quote = 'Invoices above ten thousand euros are signed by two people, of whom one is head of a department.';
    const lines = ['Invoices above ten thousand euros are signed by', 'Page 3'];
    expect(marked(lines, quote)).toEqual(['Invoices above ten thousand euros are signed by']);
  });

  it('is not taken for another one that begins alike, when it is short', () => {
    expect(findInPage(['Hotels in Oslo are paid.'], 'Hotels in Rome are paid.')).toEqual([]);
    expect(findInPage(['Anything'], '   ')).toEqual([]);
  });
});
