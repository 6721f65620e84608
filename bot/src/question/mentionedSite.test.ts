import { findMentionedSites, matchSites } from './mentionedSite.ts';

const sites = ['Finance', 'Finance Board', 'People & Culture', 'Legal'].map((SiteName, n) => ({
  SiteName,
  SiteId: String(n),
}));

it.each([
  ['@Finance How much?', 'Finance', '[Finance] How much?'],
  ['@finance board How much?', 'Finance Board', '[Finance Board] How much?'],
  ['[Legal] Who signs?', 'Legal', '[Legal] Who signs?'],
  ['@[Legal] Who signs?', 'Legal', '[Legal] Who signs?'],
  ['Ask [legal] who signs', 'Legal', 'Ask [legal] who signs'],
])('finds in "%s" the site %s', (text, name, textWithBrackets) => {
  expect(findMentionedSites(text, sites)).toMatchObject({
    name: 'sites',
    sites: [{ SiteName: name }],
    text: textWithBrackets,
  });
});

it.each([
  ['@Finance @Legal Who signs?', '[Finance] [Legal] Who signs?'],
  ['[finance] [Legal] [1] Who signs?', '[finance] [Legal] [1] Who signs?'],
  ['@Finance and [Legal]: who signs for [Finance]?', '[Finance] and [Legal]: who signs for [Finance]?'],
  ['@Finance, @Legal Who signs?', '[Finance] [Legal] Who signs?'],
  ['@finance; @[legal] Who signs?', '[Finance] [Legal] Who signs?'],
  ['@Finance und @Legal: who signs?', '[Finance] [Legal] : who signs?'],
  ['@[Finance], and @Legal who signs?', '[Finance] [Legal] who signs?'],
])('finds several sites in "%s"', (text, textWithBrackets) => {
  expect(findMentionedSites(text, sites)).toMatchObject({
    sites: [{ SiteName: 'Finance' }, { SiteName: 'Legal' }],
    text: textWithBrackets,
  });
});

it.each(['How much?', 'Mail ada@northwind.example', 'The list [1] says so'])('finds no mention in "%s"', (text) => {
  expect(findMentionedSites(text, sites)).toEqual({ name: 'none' });
});

it.each(['@Atlantis How much?', '@Financement How much?'])('finds an invalid mention in "%s"', (text) => {
  expect(findMentionedSites(text, sites)).toEqual({ name: 'invalid' });
});

it.each([
  ['finance', 'Finance'],
  ['LEGAL', 'Legal'],
  ['leg', 'Legal'],
  ['culture', 'People & Culture'],
  ['finance bo', 'Finance Board'],
])('matches "%s" with %s', (input, name) => {
  expect(matchSites(input, sites)).toMatchObject({ name: 'sites', chosen: { name } });
});

it('matches several sites with commas between, and all of them', () => {
  expect(matchSites('legal, finance bo, LEGAL', sites)).toEqual({
    name: 'sites',
    chosen: { sites: ['3', '1'], name: 'Legal, Finance Board' },
  });
  for (const listed of ['legal; finance bo', 'legal and finance board', 'legal, und finance board'])
    expect(matchSites(listed, sites)).toMatchObject({ chosen: { name: 'Legal, Finance Board' } });
  const withAnd = [...sites, { SiteName: 'Research and Design', SiteId: '8' }];
  expect(matchSites('research and design, legal', withAnd)).toMatchObject({ chosen: { sites: ['8', '3'] } });
  expect(matchSites('legal, Atlantis', sites)).toEqual({ name: 'none' });
  for (const all of ['all', 'All my sites'])
    expect(matchSites(all, sites)).toEqual({ name: 'sites', chosen: { sites: 'all', name: 'All my sites' } });
  // A site whose name only begins so must not take the words.
  expect(matchSites('all', [...sites, { SiteName: 'Alliances', SiteId: '9' }])).toMatchObject({
    chosen: { sites: 'all' },
  });
  const named = { SiteName: 'All', SiteId: 'named' };
  expect(matchSites('all', [named])).toMatchObject({ chosen: { sites: ['named'] } });
});

it('distinguishes several matches from none', () => {
  expect(matchSites('fin', sites)).toEqual({ name: 'ambiguous' });
  expect(matchSites('Atlantis', sites)).toEqual({ name: 'none' });
  expect(matchSites(' ', sites)).toEqual({ name: 'none' });
});

it('notices more sites than a question can have', () => {
  const many = Array.from({ length: 25 }, (_, n) => ({ SiteName: `Site ${n + 10}`, SiteId: String(n) }));
  const names = many.map(({ SiteName }) => SiteName);
  expect(matchSites(names.slice(0, 20).join(', '), many)).toMatchObject({ name: 'sites' });
  expect(matchSites(names.join(', '), many)).toEqual({ name: 'tooMany' });
  expect(matchSites(names.join(' and '), many)).toEqual({ name: 'tooMany' });
  const mentioned = findMentionedSites(names.map((name) => `@${name}`).join(', '), many);
  expect(mentioned).toMatchObject({ name: 'sites', sites: { length: 21 } });
});
