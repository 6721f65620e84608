import { exportTexts } from '#tab/features/exports/exports.texts.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import type { Scene } from './scenes.ts';

/** Opens the menu of the last answer, and one of its formats. */
export async function openExport(visit: Visit, kind?: keyof typeof exportTexts.kinds): Promise<void> {
  await visit.answers.last().hover();
  await visit.answers.last().getByRole('button', { name: exportTexts.exportAnswer }).click();
  await visit.tab.getByRole('menu', { name: exportTexts.exportAnswer }).waitFor();
  if (!kind) return;
  await visit.tab.getByRole('menuitem', { name: exportTexts.kinds[kind].menuItem }).click();
  await visit.tab.getByRole('dialog', { name: exportTexts.kinds[kind].title }).waitFor();
}

const openDialog = (kind: keyof typeof exportTexts.kinds): Scene => ({
  after: 'answer',
  act: (visit) => openExport(visit, kind),
});

/** The menu and the dialogs of exports. */
export const exportScenes: Record<string, Scene> = {
  exportMenu: { after: 'answer', act: (visit) => openExport(visit) },
  exportEmail: openDialog('email'),
  exportWord: openDialog('docx'),
  exportText: openDialog('txt'),
  exportPdf: {
    after: 'answer',
    act: async (visit) => {
      await openExport(visit, 'pdf');
      await visit.tab.getByRole('dialog').getByRole('textbox').fill('Plan: 2026/27 🍵');
    },
  },
  exportFailed: {
    after: 'answer',
    act: async (visit, app) => {
      await app.control('graph', 'mailbox', { person: 'ada', full: true });
      await openExport(visit, 'email');
      await visit.tab.getByRole('button', { name: exportTexts.kinds.email.confirm }).click();
      await visit.tab.getByRole('dialog').getByRole('alert').waitFor();
      await app.control('graph', 'mailbox', { person: 'ada' });
    },
  },
};
