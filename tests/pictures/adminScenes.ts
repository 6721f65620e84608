import { getOrganizationSettings, saveOrganizationSettings } from '#contract/admin/admin.ts';
import { sampleEvaluation } from '#tests/harness/sampleEvaluation.ts';
import { writeLastEvaluation } from '#api/organization/lastEvaluation.ts';
import type { OrganizationSettings } from '#contract/admin/organizationSettings.ts';
import { saveRating } from '#contract/chats/feedback.ts';
import { ask, makeChat } from '#tests/harness/client/answers.ts';
import type { TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { makeWordTemplate } from '#tests/harness/client/wordTemplates.ts';
import { openAccountMenu } from './actions.ts';
import type { Scene } from './scenes.ts';

export async function openAdministration(visit: Visit, section: string): Promise<void> {
  await openAccountMenu(visit);
  await visit.tab.getByRole('menuitem', { name: 'Administration' }).click();
  await visit.tab.getByRole('heading', { level: 1, name: 'Administration' }).waitFor();
  const list = visit.tab.getByRole('combobox', { name: 'Sections of the administration' });
  // A narrow window has a list in place of the tabs.
  if ((await list.count()) > 0) await list.selectOption(section);
  else await visit.tab.getByRole('tab', { name: section }).click();
  await visit.tab.getByRole('heading', { level: 2, name: section }).waitFor();
}

export const chooseWordTemplate = (visit: Visit, name: string, bytes: Uint8Array) =>
  visit.tab
    .getByRole('region', { name: 'Word template' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });

/** Another administrator saves, as from a second device. */
async function saveElsewhere(app: TestApp, change: Partial<OrganizationSettings>): Promise<void> {
  const { version, settings } = await app.as('dev').call(getOrganizationSettings, {});
  await app.as('dev').call(saveOrganizationSettings, { version, settings: { ...settings, ...change } });
}

async function editGeneral(visit: Visit): Promise<void> {
  await openAdministration(visit, 'General');
  await visit.tab.getByRole('textbox', { name: 'Name of the organization' }).fill('Northwind Studios');
  const alert = visit.tab.getByRole('switch', { name: 'Show an alert at the top of AVA' });
  if (!(await alert.isChecked())) await alert.click();
  await visit.tab.getByRole('textbox', { name: 'Title' }).fill('Maintenance');
  await visit.tab.getByRole('textbox', { name: 'Message' }).fill('AVA is updated on Friday from 6 to 8.');
}

/** Asks and rates once, so that usage and feedback show something. */
async function rate(app: TestApp): Promise<void> {
  const cleo = app.as('cleo');
  const comments = ['The dates are from last year.', ''.padEnd(300, 'Please name the page of each figure. ')];
  for (const comment of comments) {
    const { message_id } = await ask(cleo, { convo_id: await makeChat(cleo), text: 'repeat after me: tea' });
    await cleo.call(saveRating, { message_id, reaction: 'dislike', comment });
  }
}

const person = 'dev';

/** The screen of administrators and its dialogs. */
export const adminScenes: Record<string, Scene> = {
  adminGeneral: { person, act: editGeneral },
  adminWordTemplate: {
    person,
    act: async (visit) => {
      await openAdministration(visit, 'General');
      await chooseWordTemplate(visit, 'Northwind Studio letter, blue, for all departments.docx', makeWordTemplate());
      await visit.tab.getByRole('button', { name: 'Remove the template' }).waitFor();
      await chooseWordTemplate(visit, 'Old letter.docx', new TextEncoder().encode('tea'));
      await visit.tab.getByText('Please select a valid DOCX or DOTX file.').scrollIntoViewIfNeeded();
    },
  },
  adminFeatures: { person, act: (visit) => openAdministration(visit, 'Features') },
  adminPrompts: { person, act: (visit) => openAdministration(visit, 'Prompts & templates') },
  adminBudgets: {
    person,
    act: async (visit) => {
      await openAdministration(visit, 'Budgets & retention');
      await visit.tab.getByRole('textbox', { name: 'Days that chats are kept' }).fill('3');
      await visit.tab.getByText('Enter at least 7 days.').waitFor();
    },
  },
  adminModels: {
    person,
    act: async (visit, app) => {
      await app.control('models', 'strictness', { provider: 'openai-reasoning' });
      await openAdministration(visit, 'Models');
      await visit.tab.getByRole('button', { name: /^Check .*Recommended/ }).click();
      await visit.tab.getByText(/^1 thing fails/).waitFor();
      await app.control('models', 'reset');
    },
  },
  adminUsage: {
    person,
    act: async (visit, app) => {
      await rate(app);
      await openAdministration(visit, 'Usage');
      await visit.tab.getByRole('button', { name: 'Show as a table' }).click();
    },
  },
  adminEvaluation: {
    person,
    act: async (visit, app) => {
      await writeLastEvaluation(app.dataDir, sampleEvaluation);
      await openAdministration(visit, 'Evaluation');
      await visit.tab.getByText('several hops').waitFor();
    },
  },
  adminFeedback: {
    person,
    act: async (visit, app) => {
      await rate(app);
      await openAdministration(visit, 'Feedback');
      await visit.tab.getByText('The dates are from last year.').first().waitFor();
    },
  },
  adminChanges: {
    person,
    act: async (visit, app) => {
      await saveElsewhere(app, { retentionDays: 90, supportEmail: 'help@northwind.example' });
      await openAdministration(visit, 'Changes');
      await visit.tab.getByText('In use').waitFor();
    },
  },
  adminReview: {
    person,
    act: async (visit) => {
      await editGeneral(visit);
      await visit.tab.getByRole('button', { name: 'Review and save' }).click();
      await visit.tab.getByRole('dialog', { name: 'Save these changes?' }).waitFor();
    },
  },
  adminConflict: {
    person,
    act: async (visit, app) => {
      await editGeneral(visit);
      await saveElsewhere(app, { name: `Northwind Group ${Date.now() % 1000}` });
      await visit.tab.getByRole('button', { name: 'Review and save' }).click();
      await visit.tab.getByRole('dialog', { name: 'Another administrator saved changes' }).waitFor();
    },
  },
};
