import { createPrompt, getFilePrompts, updatePrompt, type Prompt } from '#contract/prompts/prompts.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { attach, makeHandbook, sendFiles, waitForDialog } from './actions.ts';
import { ensureFinance } from './knowledgeScenes.ts';
import type { Scene } from './scenes.ts';

const CHANGED = 'Weekly report for the board';
const WITH_VARIABLES = 'Offer for a client';
const texts = {
  'Name the risks of a contract': [
    'List the risks of this contract in a table: risk, clause, who bears it.',
    'pdf,word',
  ],
  'Minutes of a meeting': ['Write the minutes: decisions, open questions, who does what by when.', 'meeting,text'],
  [WITH_VARIABLES]: [
    'Write an offer for {{client}} on {{subject}}.\nName the price, the date of delivery and who to ask.\nKeep to one page.',
    'word,pdf',
  ],
  'Explain a formula': [
    'Explain the formula in {{cell}} to a colleague who has never seen this workbook.',
    'excel,csv',
  ],
  [CHANGED]: ['Summarize the week in five points.', 'excel,powerpoint,pdf,email'],
} as const;

const made = new WeakSet<TestApp>();

/** Creates prompts of Ada and Ben once for all pictures. The tab loads teams and prompts only at its start. */
async function ensurePrompts(visit: Visit, app: TestApp): Promise<void> {
  if (made.has(app)) return;
  await makePrompts(app);
  made.add(app);
  await visit.page.reload();
  await visit.waitUntilReady();
}

async function makePrompts(app: TestApp): Promise<void> {
  const [ada, ben] = [app.as('ada'), app.as('ben')];
  const finance = await ensureFinance(app);
  for (const [prompt_title, [prompt_text, labels]] of Object.entries(texts))
    await ada.call(createPrompt, { prompt_title, prompt_text, labels, teams: '' });
  const { prompts } = await ada.call(getFilePrompts, {});
  // Saves the prompt a second time, so that it has an earlier version.
  for (const prompt of prompts.filter(({ prompt_title: title }) => title === CHANGED))
    await changeElsewhere(app, prompt, 'Summarize the week in five points, by day.');
  const shared = { is_private: false, teams: finance.SiteId };
  await ben.call(createPrompt, {
    ...shared,
    prompt_title: 'Check a travel claim against the handbook',
    prompt_text: 'Compare the claim with the handbook, page by page. Say what is not paid and why.',
    labels: 'pdf',
  });
}

async function openLibrary(visit: Visit, app: TestApp): Promise<void> {
  await ensurePrompts(visit, app);
  await visit.tab.getByRole('button', { name: 'Prompt Library', exact: true }).click();
  await waitForDialog(visit, 'Prompt Library');
  await visit.tab.getByRole('button', { name: `Use ${CHANGED}` }).waitFor();
}

async function openMenu(visit: Visit, title: string, item: string): Promise<void> {
  await visit.tab.getByRole('button', { name: `More actions for ${title}` }).click();
  await visit.tab.getByRole('menuitem', { name: item }).click();
}

/** Saves another text of Ada's prompt, as from a second device. */
async function changeElsewhere(app: TestApp, prompt: Prompt, prompt_text: string): Promise<void> {
  const { prompt_id, prompt_title, labels, is_private, teams, version } = prompt;
  await app.as('ada').call(updatePrompt, { prompt_id, prompt_title, labels, is_private, teams, version, prompt_text });
}

/** The prompt library, its dialogs, and suggested prompts. */
export const promptScenes: Record<string, Scene> = {
  promptLibrary: { act: openLibrary },
  promptView: {
    after: 'promptLibrary',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: `View full prompt: ${WITH_VARIABLES}` }).click();
      await waitForDialog(visit, WITH_VARIABLES);
    },
  },
  promptForm: {
    after: 'promptLibrary',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Create New Prompt' }).click();
      await waitForDialog(visit, 'Create Prompt');
      await visit.tab.getByRole('textbox', { name: 'Title' }).fill('Letter to a client');
      await visit.tab.getByRole('textbox', { name: 'Prompt' }).fill('Write to {{client}} about {{subject}}.');
      await visit.tab.getByRole('switch', { name: 'Share with teams' }).click();
      await visit.tab.getByRole('button', { name: 'Create', exact: true }).click();
      await visit.tab.getByText('Select at least one team, or everyone.').waitFor();
    },
    // A form with changes asks before it closes.
    leave: async (visit) => {
      await visit.tab.getByRole('button', { name: 'Cancel', exact: true }).click();
      await visit.tab.getByRole('button', { name: 'Discard', exact: true }).click();
    },
  },
  promptVariables: {
    after: 'promptLibrary',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: `Use ${WITH_VARIABLES}` }).click();
      await visit.tab.getByRole('textbox', { name: 'client' }).fill('Harbor Ltd');
      await visit.tab.getByRole('button', { name: 'Insert', exact: true }).click();
      await visit.tab.getByText('Enter a value, or keep {{subject}} as written.').waitFor();
    },
    leave: (visit) => visit.tab.getByRole('button', { name: 'Cancel', exact: true }).click(),
  },
  promptVersions: {
    after: 'promptLibrary',
    act: async (visit) => {
      await openMenu(visit, CHANGED, 'Versions');
      await visit.tab.getByRole('radiogroup', { name: 'Versions' }).waitFor();
    },
  },
  promptSuggested: {
    leave: async (visit) => {
      await visit.tab.getByText('Ready', { exact: true }).waitFor();
      await sendFiles(visit);
    },
    act: async (visit, app) => {
      await ensurePrompts(visit, app);
      await attach(visit, 'Travel handbook.pdf', 'application/pdf', await makeHandbook());
      await visit.tab.getByRole('list', { name: 'Suggested prompts' }).waitFor();
    },
  },
  promptConflict: {
    after: 'promptLibrary',
    leavesTraces: true,
    act: async (visit, app) => {
      const { prompts } = await app.as('ada').call(getFilePrompts, {});
      const prompt = prompts.find(({ prompt_title: title }) => title === CHANGED);
      if (!prompt) throw new Error('There is no prompt to change.');
      await openMenu(visit, CHANGED, 'Edit');
      await waitForDialog(visit, 'Edit Prompt');
      await changeElsewhere(app, prompt, 'Summarize the week in five points, with figures.');
      await visit.tab.getByRole('textbox', { name: 'Prompt' }).fill('Summarize the week in three points.');
      await visit.tab.getByRole('button', { name: 'Save', exact: true }).click();
      await visit.tab.getByRole('alertdialog', { name: 'This prompt was changed on another device' }).waitFor();
    },
  },
};
