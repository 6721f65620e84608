import { getContent } from '#sandbox/documents/documentContent.ts';
import { findPerson, northwind } from '#sandbox/people.ts';
import { listSampleTexts, sampleSites, listSampleFiles } from './sampleSites.ts';

const sites = sampleSites.flatMap((home) => home.sites);

it('makes Ada the owner of Finance, Ben a reader, and Cleo neither', () => {
  const finance = sites.find(({ key }) => key === 'finance');
  expect([finance?.owners, finance?.visitors, finance?.members]).toEqual([['ada'], ['ben', 'ines'], undefined]);
});

it('names only people that exist, and no file or site twice', () => {
  const named = sites.flatMap(({ owners, ownersGroup = [], members = [], visitors }) => [
    ...owners,
    ...ownersGroup,
    ...members,
    ...(visitors === 'everyone' ? [] : visitors),
  ]);
  const files = listSampleFiles();
  expect([...named, ...files.map(({ file }) => file.author)].filter((key) => !findPerson(key))).toEqual([]);
  expect(new Set(files.map(({ path }) => path.toLowerCase())).size).toBe(files.length);
  expect(new Set(sites.map(({ key }) => key)).size).toBe(sites.length);
  expect(sampleSites[0]?.organization).toBe(northwind);
});

it('holds thirty files of supported types in Finance: one locked, one broken, one scanned', () => {
  const files = listSampleFiles().filter(({ path }) => path.startsWith('finance/Documents/'));
  const supported = files.filter(({ path }) => /\.(docx|pdf|pptx|txt)$/.test(path));
  expect(supported).toHaveLength(30);
  const unreadable = supported
    .map(({ file }) => file.document.format)
    .filter((format) => ['locked', 'broken', 'scan'].includes(format));
  expect(unreadable.toSorted()).toEqual(['broken', 'locked', 'scan']);
});

it('makes the content of every file', async () => {
  const sizes = await Promise.all(listSampleFiles().map(async ({ file }) => (await getContent(file.document)).size));
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  expect(sizes).toEqual(expect.arrayContaining([73_400_320, 73_400_321]));
});

it('lists each text with its location', () => {
  const hotel = listSampleTexts().find(({ text }) => text.startsWith('A night in a hotel'));
  expect(hotel).toEqual({
    file: 'finance/Documents/Policies/Expenses Policy.docx',
    text: 'A night in a hotel is refunded up to 140 crowns, breakfast included.',
    location: { kind: 'section', path: ['Expenses Policy', 'Hotels'] },
  });
  const loan = listSampleTexts().find(({ text }) => text.includes('loan for the Mill'));
  expect(loan).toMatchObject({ location: { kind: 'page', page: 5 }, label: '3' });
});
