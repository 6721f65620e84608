import { findMentionedSite, matchSite } from './mentionedSite.ts';

const sites = ['Finance', 'Finance Board', 'People & Culture', 'Legal'].map((SiteName) => ({ SiteName }));

it.each([
  ['@Finance How much?', 'Finance', '[Finance] How much?'],
  ['@finance board How much?', 'Finance Board', '[Finance Board] How much?'],
  ['[Legal] Who signs?', 'Legal', '[Legal] Who signs?'],
  ['@[Legal] Who signs?', 'Legal', '[Legal] Who signs?'],
  ['Ask [legal] who signs', 'Legal', 'Ask [legal] who signs'],
])('finds in "%s" the site %s', (text, name, textWithBrackets) => {
  expect(findMentionedSite(text, sites)).toMatchObject({
    name: 'site',
    site: { SiteName: name },
    text: textWithBrackets,
  });
});

it.each(['How much?', 'Mail ada@northwind.example', 'The list [1] says so'])('finds no mention in "%s"', (text) => {
  expect(findMentionedSite(text, sites)).toEqual({ name: 'none' });
});

it.each(['@Atlantis How much?', '@Financement How much?'])('finds an invalid mention in "%s"', (text) => {
  expect(findMentionedSite(text, sites)).toEqual({ name: 'invalid' });
});

it.each([
  ['finance', 'Finance'],
  ['LEGAL', 'Legal'],
  ['leg', 'Legal'],
  ['culture', 'People & Culture'],
  ['finance bo', 'Finance Board'],
])('matches "%s" with %s', (input, name) => {
  expect(matchSite(input, sites)).toMatchObject({ name: 'one', site: { SiteName: name } });
});

it('distinguishes several matches from none', () => {
  expect(matchSite('fin', sites)).toEqual({ name: 'several' });
  expect(matchSite('Atlantis', sites)).toEqual({ name: 'none' });
  expect(matchSite(' ', sites)).toEqual({ name: 'none' });
});
