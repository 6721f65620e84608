import { matchSite, mentionedSite } from './mention.ts';

const sites = ['Finance', 'Finance Board', 'People & Culture', 'Legal'].map((SiteName) => ({ SiteName }));

it.each([
  ['@Finance How much?', 'Finance', '[Finance] How much?'],
  ['@finance board How much?', 'Finance Board', '[Finance Board] How much?'],
  ['[Legal] Who signs?', 'Legal', '[Legal] Who signs?'],
  ['@[Legal] Who signs?', 'Legal', '[Legal] Who signs?'],
  ['Ask [legal] who signs', 'Legal', 'Ask [legal] who signs'],
])('%s mentions %s', (text, name, kept) => {
  expect(mentionedSite(text, sites)).toMatchObject({ name: 'site', site: { SiteName: name }, text: kept });
});

it.each(['How much?', 'Mail ada@northwind.example', 'The list [1] says so'])('%s mentions nothing', (text) => {
  expect(mentionedSite(text, sites)).toEqual({ name: 'none' });
});

it.each(['@Atlantis How much?', '@Financement How much?'])('%s names no site', (text) => {
  expect(mentionedSite(text, sites)).toEqual({ name: 'invalid' });
});

it.each([
  ['finance', 'Finance'],
  ['LEGAL', 'Legal'],
  ['leg', 'Legal'],
  ['culture', 'People & Culture'],
  ['finance bo', 'Finance Board'],
])('by %s a person means %s', (given, name) => {
  expect(matchSite(given, sites)).toMatchObject({ name: 'one', site: { SiteName: name } });
});

it('asks again where a name fits several sites or none', () => {
  expect(matchSite('fin', sites)).toEqual({ name: 'several' });
  expect(matchSite('Atlantis', sites)).toEqual({ name: 'none' });
  expect(matchSite(' ', sites)).toEqual({ name: 'none' });
});
