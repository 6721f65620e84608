import { useEffect, useState } from 'react';
import { ref } from 'valtio';
import type { CheckResult } from '#contract/admin/modelCheck.ts';
import type { FieldChange, SettingsPreview, StoredSettings } from '#contract/admin/admin.ts';
import { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import AdminScreen from '#tab/features/admin/AdminScreen.tsx';
import { admin, type AdminPage, type AdminSection, type AdminStep } from '#tab/features/admin/admin.state.ts';
import { adminTexts } from '#tab/features/admin/admin.texts.ts';
import { ChangeTable } from '#tab/features/admin/ChangeTable.tsx';
import { TextField } from '#tab/features/admin/fields.tsx';
import type { ModelCheckState } from '#tab/features/admin/models/modelCheck.state.ts';
import { ModelCheckResults } from '#tab/features/admin/models/ModelCheckResults.tsx';
import { Totals } from '#tab/features/admin/usage/Totals.tsx';
import { UsageChart } from '#tab/features/admin/usage/UsageChart.tsx';
import { UsageTable } from '#tab/features/admin/usage/UsageTable.tsx';
import { getActiveSession, session } from '#tab/state/session.state.ts';
import { sampleOrganization } from '#tab/testing/samples.ts';
import { drawStates, ignore, type Drawing } from '#board/example.ts';

const SCREEN_PX = 700;

const settings = OrganizationSettings.parse({
  ...sampleOrganization(),
  systemAlert: { title: 'Maintenance', message: 'AVA is updated on Friday.', date: '2026-11-27' },
  samplePrompts: [{ title: 'Summarize a file', prompt: 'Summarize the attached file.' }],
  budgets: {
    person: { day: 100_000, month: null },
    departments: [{ department: 'Finance', day: null, month: 5_000_000 }],
  },
});
const draft: OrganizationSettings = {
  ...settings,
  name: 'Northwind Group',
  supportEmail: 'not an address',
  features: { ...settings.features, tasks: false },
  samplePrompts: [...settings.samplePrompts, { title: '', prompt: '' }],
  retentionDays: 3,
};
const stored: StoredSettings = {
  version: 3,
  settings,
  saved_by: { id: 'dev', name: 'Dev Raman' },
  saved_at: '2026-11-20T08:00:00.000Z',
  problem: null,
  sample_files: ['Handbook.pdf'],
};
const changes: FieldChange[] = [
  { field: 'name', from: 'Northwind Studio', to: 'Northwind Group' },
  { field: 'systemAlert', from: 'None', to: 'Maintenance · AVA is updated on Friday. · 2026-11-27' },
];
const preview: SettingsPreview = { problems: [], changes, chats_to_delete: 12 };

const steps: { [Name in AdminStep['name']]: Extract<AdminStep, { name: Name }> } = {
  editing: { name: 'editing' },
  checking: { name: 'checking' },
  review: { name: 'review', preview },
  saving: { name: 'saving', preview },
  conflict: { name: 'conflict', theirs: { ...stored, version: 4, settings: { ...settings, name: 'Northwind' } } },
};

const pages: { [Name in AdminPage['name']]: Extract<AdminPage, { name: Name }> } = {
  loading: { name: 'loading' },
  failed: { name: 'failed', detail: adminTexts.failed },
  ready: {
    name: 'ready',
    stored: { ...stored, problem: "Version 4 can't be used. Version 3 is in use." },
    draft: settings,
    step: steps.editing,
  },
};

function Screen({ page, section }: { page: AdminPage; section: AdminSection }) {
  useState(() => {
    const active = getActiveSession(session.status);
    if (active) session.status = { name: 'signedIn', ...active, person: { ...active.person, isAdministrator: true } };
    admin.section = section;
  });
  // Runs after the effect with which the screen starts to load, and replaces the loading state.
  useEffect(() => {
    admin.page = page.name === 'ready' ? { ...page, stored: ref(page.stored), draft: ref(page.draft) } : page;
  }, [page]);
  return <AdminScreen />;
}

const withDraft = (step: AdminStep): AdminPage => ({ name: 'ready', stored, draft, step });

/** The sections that show settings. The others show data of the server. */
const sections = {
  general: 'general',
  features: 'features',
  prompts: 'prompts',
  budgets: 'budgets',
  models: 'models',
} as const;

const models = [
  { model: 'GPT-4o', questions: 40, prompt_tokens: 90_000, answer_tokens: 12_000 },
  { model: 'o4-mini', questions: 2, prompt_tokens: 1_000, answer_tokens: 900 },
];
const days = [0, 12, 48, 7, 0, 31, 42].map((questions, index) => ({
  day: `2026-11-${16 + index}`,
  people: Math.ceil(questions / 6),
  questions,
  prompt_tokens: questions * 2_100,
  answer_tokens: questions * 300,
  likes: questions % 5,
  dislikes: questions % 3,
  models: questions === 42 ? models : [],
}));

const results: CheckResult[] = [
  { check: 'plain', outcome: 'works', detail: 'The model answers "ready".', advice: '', ms: 412 },
  {
    check: 'image',
    outcome: 'fails',
    detail: 'The model does not see that an image is red. It answers "Blue".',
    advice: 'Remove "image_input" from "modalities" in MODELS_FILE, or choose a model that reads images.',
    ms: 1_200,
  },
  { check: 'stop', outcome: 'skipped', detail: 'Not checked, because the model gives no answer.', advice: '', ms: 0 },
  { check: 'parallel', outcome: 'limited', detail: 'The model makes one call at a time.', advice: '', ms: 900 },
];
const entry = JSON.stringify({ id: 'o4-mini', without_parameters: ['temperature', 'top_p'] }, null, 2);
const checks: { [Name in ModelCheckState['name']]: Extract<ModelCheckState, { name: Name }> } = {
  running: { name: 'running', results: results.slice(0, 1) },
  done: { name: 'done', results, ms: 9_400, entry },
  stopped: { name: 'stopped', results: results.slice(0, 2) },
  failed: { name: 'failed', results: [], detail: adminTexts.models.failed },
};

/** The screen of administrators in each state, its fields, tables and the chart. */
export const adminDrawings: Drawing[] = [
  drawStates('TextField', { plain: {}, changed: { changed: true }, invalid: { problem: 'Enter a name.' } }, (props) => (
    <TextField label="Name of the organization" value="Northwind" hint="A hint." onChange={ignore} {...props} />
  )),
  drawStates('ChangeTable', { two: changes }, (list) => <ChangeTable label="Changes" changes={list} />),
  drawStates('Totals', { large: { Questions: 1_204, Tokens: 12_345_678, 'Thumbs down': 0 } }, (totals) => (
    <Totals totals={totals} />
  )),
  drawStates(
    'UsageChart',
    {
      'a week': days.map(({ day, questions: value }) => ({ day, value })),
      'nothing yet': [{ day: '2026-11-16', value: 0 }],
    },
    (series) => <UsageChart label="Questions per day" series={series} />,
  ),
  drawStates('UsageTable', { 'a week': days }, (list) => <UsageTable usage={{ days: list, people: 9 }} />),
  drawStates('ModelCheckResults', checks, (state) => <ModelCheckResults label="o4-mini" state={state} />),
  { ...drawStates('AdminScreen', pages, (page) => <Screen page={page} section="general" />), framePx: SCREEN_PX },
  {
    ...drawStates('AdminScreen: steps of a save', steps, (step) => <Screen page={withDraft(step)} section="general" />),
    framePx: SCREEN_PX,
  },
];

/** In a section of their own, because Chromium does not draw more than two dozen frames of a page. */
export const adminSectionDrawings: Drawing[] = [
  {
    ...drawStates('AdminScreen: sections with an invalid draft', sections, (section) => (
      <Screen page={withDraft(steps.editing)} section={section} />
    )),
    framePx: SCREEN_PX,
  },
];
