import { toggles } from '#contract/toggles.ts';
import { OrganizationSettings } from './organizationSettings.ts';
import {
  describeField,
  listChangedFields,
  mergeSettings,
  settingsFields,
  withField,
  getField,
} from './settingsFields.ts';

const base = OrganizationSettings.parse({
  name: 'Northwind Studio',
  features: Object.fromEntries(toggles.map((name) => [name, true])),
  samplePrompts: [{ title: 'Read', prompt: 'Read this' }],
});

it('the fields are all parts of the settings', () => {
  const roots = new Set(settingsFields.map((field) => field.split('.')[0]));
  expect(roots).toEqual(new Set(Object.keys(OrganizationSettings.shape)));
  for (const field of settingsFields) expect(getField(base, field)).toBeDefined();
});

it('lists the fields that differ, and describes their values', () => {
  const changed = withField(withField(base, 'features.tasks', false), 'budgets.person.day', 50_000);
  expect(listChangedFields(base, changed)).toEqual(['features.tasks', 'budgets.person.day']);
  expect(describeField(changed, 'features.tasks')).toBe('Off');
  expect(describeField(changed, 'budgets.person.day')).toBe('50,000');
  expect(describeField(base, 'samplePrompts')).toBe('Read: Read this');
  expect(describeField(base, 'systemAlert')).toBe('None');
});

it('merges what only one side changed, and names what both changed', () => {
  const mine = withField(withField(base, 'name', 'Mine'), 'retentionDays', 30);
  const theirs = withField(withField(base, 'name', 'Theirs'), 'features.tasks', false);
  const { merged, conflicts } = mergeSettings(base, mine, theirs);
  expect(conflicts).toEqual(['name']);
  expect(merged).toMatchObject({ name: 'Mine', retentionDays: 30, features: { tasks: false } });
  expect(mergeSettings(base, mine, withField(base, 'name', 'Mine')).conflicts).toEqual([]);
});

it.each([
  ['retentionDays', 3, 'Enter at least 7 days'],
  ['budgets.person.day', '12 thousand', 'Enter a whole number'],
  ['supportEmail', 'help', 'Enter an e-mail address, or leave this empty'],
  ['name', '  ', 'Enter a name'],
] as const)('rejects %s = %j with a sentence', (field, value, message) => {
  const parsed = OrganizationSettings.safeParse(withField(base, field, value));
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual([message]);
});
