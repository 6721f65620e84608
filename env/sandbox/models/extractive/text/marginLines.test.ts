import { removeMarginLines } from './marginLines.ts';

const toPassage = (text: string, page: number, source = 'Guide.pdf') => ({
  n: page,
  source,
  location: `page ${page}`,
  text,
});

describe('running headers and footers', () => {
  it('are removed if several pages have them, whatever their page numbers', () => {
    const pages = [1, 2, 3].map((page) =>
      toPassage(`Northwind staff guide\nRule ${'abc'[page - 1]} holds.\nStaff guide, edition 4, page ${page}`, page),
    );
    expect(removeMarginLines(pages).map(({ text }) => text)).toEqual([
      'Rule a holds.',
      'Rule b holds.',
      'Rule c holds.',
    ]);
  });

  it('are removed from a single page if they look like a footer', () => {
    const text = 'The gate opens at nine.\n© 2026 Northwind Studio\nGuide · Page 3 of 12';
    expect(removeMarginLines([toPassage(text, 3)])[0]?.text).toBe('The gate opens at nine.');
  });

  it('are not confused with text that overlapping passages repeat', () => {
    const lines = ['Band A is 40.', 'Band B is 50.', 'Band C is 60.', 'Band D is 70.'];
    const passages = [toPassage(lines.slice(0, 3).join('\n'), 1), toPassage(lines.slice(1).join('\n'), 2)];
    expect(removeMarginLines(passages)).toEqual(passages);
  });

  it('are not confused with equal sentences of different files, or with the only line of a page', () => {
    const passages = [
      toPassage('The order book is full.', 1, 'Q1.pptx'),
      toPassage('The order book is full.', 1, 'Q2.pptx'),
      toPassage('Page 3', 3),
    ];
    expect(removeMarginLines(passages)).toEqual(passages);
  });
});
