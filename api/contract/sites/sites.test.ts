import { ItemId } from './corpusFiles.ts';
import { toSiteChoice } from './search.ts';
import { MAX_CHOSEN_SITES, SiteChoice, SiteId } from './sites.ts';

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

describe('the sites of a question', () => {
  const ids = Array.from({ length: MAX_CHOSEN_SITES }, (_, index) => index.toString(16).padStart(32, '0'));
  const other = 'f'.repeat(32);

  it('count once each, and are at most as many as a chat can save', () => {
    expect(toSiteChoice({ site_id: ids[3], site_ids: [...ids, ...ids], all_sites: false })).toHaveLength(20);
    expect(SiteChoice.safeParse(ids).success).toBe(true);
    expect(SiteChoice.safeParse([...ids, other]).success).toBe(false);
    expect(() => toSiteChoice({ site_id: other, site_ids: ids, all_sites: false })).toThrow(
      expect.objectContaining({ code: 'bad_request' }),
    );
  });
});
