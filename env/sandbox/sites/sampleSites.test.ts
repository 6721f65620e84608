import { contentOf } from '../documents/documentContent.ts';
import { findPerson, northwind } from '../people.ts';
import { knownTexts, places, storyFiles } from './sampleSites.ts';

const sites = places.flatMap((home) => home.sites);

it('Ada owns Finance, Ben may read it, Cleo may not', () => {
  const finance = sites.find(({ key }) => key === 'finance');
  expect([finance?.owners, finance?.visitors, finance?.members]).toEqual([['ada'], ['ben', 'ines'], undefined]);
});

it('everybody who is named exists, and nothing is there twice', () => {
  const named = sites.flatMap(({ owners, ownersGroup = [], members = [], visitors }) => [
    ...owners,
    ...ownersGroup,
    ...members,
    ...(visitors === 'everyone' ? [] : visitors),
  ]);
  const files = storyFiles();
  expect([...named, ...files.map(({ file }) => file.by)].filter((key) => !findPerson(key))).toEqual([]);
  expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
  expect(new Set(sites.map(({ key }) => key)).size).toBe(sites.length);
  expect(places[0]?.organisation).toBe(northwind);
});

it('Finance holds thirty files for a corpus: one locked, one broken, one scanned', () => {
  const files = storyFiles().filter(({ path }) => path.startsWith('finance/Documents/'));
  const fitting = files.filter(({ path }) => /\.(docx|pdf|pptx|txt)$/.test(path));
  expect(fitting).toHaveLength(30);
  const odd = fitting
    .map(({ file }) => file.document.format)
    .filter((format) => ['locked', 'broken', 'scan'].includes(format));
  expect(odd.toSorted()).toEqual(['broken', 'locked', 'scan']);
});

it('every file can be made', async () => {
  const sizes = await Promise.all(storyFiles().map(async ({ file }) => (await contentOf(file.document)).size));
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes).toEqual(expect.arrayContaining([73_400_320, 73_400_321]));
});

it('it is known what stands where', () => {
  const hotel = knownTexts().find(({ text }) => text.startsWith('A night in a hotel'));
  expect(hotel).toEqual({
    file: 'finance/Documents/Policies/Expenses Policy.docx',
    text: 'A night in a hotel is refunded up to 140 crowns, breakfast included.',
    place: { kind: 'section', path: ['Expenses Policy', 'Hotels'] },
  });
  const loan = knownTexts().find(({ text }) => text.includes('loan for the Mill'));
  expect(loan).toMatchObject({ place: { kind: 'page', page: 5 }, label: '3' });
});
