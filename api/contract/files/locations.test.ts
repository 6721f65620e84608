import { Extraction, pageNumber, Location, locationLabel, PageLabel } from './locations.ts';
import { toPageLabel } from './locationTexts.ts';

describe('locations', () => {
  it.each<[Location, string, number | null]>([
    [{ kind: 'page', page: 3 }, 'page 3', 3],
    [{ kind: 'page', page: 4, label: 'iv' }, 'page iv', 4],
    [{ kind: 'section', path: ['Budget', 'Travel'] }, 'section Budget › Travel', null],
    [{ kind: 'section', path: [] }, 'beginning', null],
    [{ kind: 'slide', slide: 2 }, 'slide 2', 2],
    [{ kind: 'sheet', sheet: 'Costs' }, 'sheet Costs', null],
    [{ kind: 'sheet', sheet: 'Costs', range: 'B2:C9' }, 'sheet Costs, B2:C9', null],
    [{ kind: 'rows', from: 51, to: 100 }, 'rows 51 to 100', null],
    [{ kind: 'rows', from: 1, to: 1 }, 'row 1', null],
    [{ kind: 'time', from: 65.4, to: 3730 }, '1:05 to 1:02:10', null],
    [{ kind: 'whole' }, 'whole document', null],
  ])('%j has the label %s', (location, label, page) => {
    expect(locationLabel(Location.parse(location))).toBe(label);
    expect(pageNumber(location)).toBe(page);
  });

  it('have no page zero, half pages or unknown kinds', () => {
    for (const location of [{ kind: 'page', page: 0 }, { kind: 'page', page: 1.5 }, { kind: 'folder' }, null])
      expect(Location.safeParse(location).success).toBe(false);
  });

  it('belong to an extraction with a known file type', () => {
    const extraction = { type: 'PDF', parts: [], pages: 1, usedOcr: false };
    expect(Extraction.parse(extraction)).toEqual(extraction);
    expect(Extraction.safeParse({ ...extraction, type: 'FLOPPY' }).success).toBe(false);
  });
});

describe('the label of a page', () => {
  it.each<[string, number, string | null]>([
    ['iv', 4, 'iv'],
    ['A-3', 12, 'A-3'],
    ['1', 3, '1'],
    ['3', 3, null],
    ['', 3, null],
    ['  \u0000 ', 3, null],
    ['A\n3', 3, 'A 3'],
  ])('%j of page %i is %j', (label, page, expected) => expect(toPageLabel(label, page)).toBe(expected));

  it('is cut if it is too long', () => {
    for (const label of ['x'.repeat(1_000_000), '🙂'.repeat(40), `${' '.repeat(500_000)}x`])
      expect(PageLabel.nullable().safeParse(toPageLabel(label, 1)).success).toBe(true);
  });
});
