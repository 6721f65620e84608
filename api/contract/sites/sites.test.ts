import { ItemId } from './corpusFiles.ts';
import { SiteId } from './sites.ts';

describe('the id of a file', () => {
  it.each(['01ABCDEFGHIJKLMNOPQRSTUVWXYZ234567', 'A1B2C3!104', 'a.b', '.a'])('can be %s', (id) => {
    expect(ItemId.parse(id)).toBe(id);
  });

  it.each(['', '.', '..', '...', 'a/b', 'a\\b', 'a?b', 'a#b', 'a b', 'a\nb', '..\n', 'a'.repeat(201)])(
    'is not “%s”',
    (id) => {
      expect(ItemId.safeParse(id).success).toBe(false);
    },
  );
});

describe('the id of a site', () => {
  const digits = '0123456789abcdef0123456789abcdef';

  it('is its 32 digits, in every notation', () => {
    const guid = '01234567-89AB-CDEF-0123-456789ABCDEF';
    for (const id of [digits, guid, `northwind.sharepoint.example,${guid},x`]) expect(SiteId.parse(id)).toBe(digits);
  });

  it.each(['', '..', `../${digits}`, `${digits}/..`, 'northwind,..,x', digits.slice(1)])('is not “%s”', (id) => {
    expect(SiteId.safeParse(id).success).toBe(false);
  });
});
