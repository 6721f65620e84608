import { getOrganizationSettings, previewOrganizationSettings, type StoredSettings } from '#contract/admin/admin.ts';
import { pickSettings } from '#contract/admin/settingsFields.ts';
import { api } from '#tab/api.ts';
import type { FakeApi } from '#tab/testing/fakeApi.ts';
import { sampleOrganization } from '#tab/testing/samples.ts';
import { changeField, loadAdministration, restoreItem, reviewDraft } from './admin.actions.ts';
import { findFirstProblem, findProblems } from './admin.rules.ts';
import { admin, type AdminPage } from './admin.state.ts';

jest.mock('#tab/api.ts');
jest.mock('#tab/state/log.ts');

const server = api as FakeApi;
const stored: StoredSettings = {
  version: 3,
  settings: pickSettings(sampleOrganization()),
  saved_by: null,
  saved_at: null,
  problem: null,
  sample_files: [],
};
const [first, second, third] = ['First', 'Second', 'Third'].map((title) => ({ title, prompt: 'When is tea?' }));

function getReadyPage(): Extract<AdminPage, { name: 'ready' }> {
  if (admin.page.name !== 'ready') throw new Error(`The page is ${admin.page.name}.`);
  return admin.page;
}

beforeEach(async () => {
  server.reset();
  server.answer(getOrganizationSettings, () => stored);
  admin.page = { name: 'loading' };
  await loadAdministration();
});

it('puts a removed item back without losing what was added since', () => {
  changeField('samplePrompts', [second]);
  changeField('samplePrompts', [second, third]);
  restoreItem('samplePrompts', 0, first);
  expect(getReadyPage().draft.samplePrompts).toEqual([first, second, third]);
});

it('reviews the draft again with what Dev typed during the check', async () => {
  changeField('name', 'Northwind Group');
  const texts: string[] = [];
  server.answer(previewOrganizationSettings, ({ settings }) => {
    texts.push(settings);
    if (texts.length === 1) changeField('name', 'Northwind Holding');
    return { problems: [], changes: [], chats_to_delete: 0 };
  });
  await reviewDraft();
  expect(texts.map((text) => (JSON.parse(text) as { name: string }).name)).toEqual([
    'Northwind Group',
    'Northwind Holding',
  ]);
  expect(getReadyPage().step.name).toBe('review');
});

it('shows the problem of one tag at the field for all tags', () => {
  const steps = [{ title: '', prompt: '', superPrompt: false, mentions: [], previous: null }];
  const template = { id: 'a', title: 'Tea', description: '', tags: ['x'.repeat(101)], steps };
  const problems = findProblems({ ...stored.settings, templates: [template] });
  expect(findFirstProblem(problems, 'templates.0.tags')).toBe('Use at most 100 characters.');
});
