import { makeTemplateFile, uploadTemplate } from '#tests/harness/client/presentations.ts';
import { slideTexts } from '#tab/features/slides/slides.texts.ts';
import { exportTexts } from '#tab/features/exports/exports.texts.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { askAndWait } from './actions.ts';
import { openExport } from './exportScenes.ts';
import type { Scene } from './scenes.ts';

/** Goes from an answer to the preview of its slides, and waits until they are drawn. */
export async function openSlides(visit: Visit, name = 'Travel rules'): Promise<void> {
  await openExport(visit, 'pptx');
  await visit.tab.getByRole('textbox', { name: exportTexts.name }).fill(name);
  await visit.tab.getByRole('button', { name: exportTexts.kinds.pptx.confirm, exact: true }).click();
  await visit.tab.getByRole('dialog', { name: slideTexts.previewTitle }).locator('[data-slide="1"]').waitFor();
}

/** An answer with three sections, of which the last one needs two slides. */
const ANSWER = `# Travel\n\n## Trains first\n\n- below four hours\n\n## Costs\n\n| Region | Euros |\n|--|--|\n| Europe | 412 |

## Rules

${Array.from({ length: 16 }, (_, index) => `- Rule ${index + 1}`).join('\n')}`;

async function openLayouts(visit: Visit): Promise<void> {
  await visit.tab.getByRole('button', { name: slideTexts.chooseLayoutFor(slideTexts.slide(2)) }).click();
  await visit.tab.getByRole('radio', { name: 'Two Content' }).waitFor();
}

/** The dialogs that lead from an answer to a presentation, all for the same answer. */
export const slideScenes: Record<string, Scene> = {
  slideFailed: {
    act: async (visit, app) => {
      await uploadTemplate(app.as('ada'), makeTemplateFile());
      await visit.page.route('**/presentation/generate*', (route) => route.abort());
      await askAndWait(visit, `repeat after me: ${ANSWER}`);
      await openExport(visit, 'pptx');
      await visit.tab.getByRole('textbox', { name: exportTexts.name }).fill('Travel rules');
      await visit.tab.getByRole('button', { name: exportTexts.kinds.pptx.confirm, exact: true }).click();
      const retry = visit.tab.getByRole('button', { name: slideTexts.retry });
      await retry.waitFor();
      await retry.scrollIntoViewIfNeeded();
      await visit.page.unroute('**/presentation/generate*');
    },
  },
  slidePreview: {
    after: 'slideFailed',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: slideTexts.retry }).click();
      await visit.tab.getByRole('dialog', { name: slideTexts.previewTitle }).locator('[data-slide="1"]').waitFor();
    },
  },
  slideFit: {
    after: 'slidePreview',
    act: (visit) => visit.tab.getByRole('combobox', { name: slideTexts.fit }).scrollIntoViewIfNeeded(),
  },
  slideUpload: {
    after: 'slidePreview',
    act: async (visit) => {
      await visit.tab.getByRole('button', { name: slideTexts.upload }).click();
      const upload = visit.tab.getByRole('dialog', { name: slideTexts.uploadTitle });
      const file = { name: 'Notes.pptx', mimeType: '', buffer: Buffer.from('not slides') };
      await upload.locator('input[type=file]').setInputFiles(file);
      await upload.getByRole('button', { name: slideTexts.upload }).click();
      await upload.getByText(slideTexts.uploadFailed).waitFor();
    },
  },
  slideLayouts: { after: 'slidePreview', act: openLayouts },
  slideChange: {
    after: 'slidePreview',
    act: async (visit) => {
      await openLayouts(visit);
      await visit.tab.getByRole('radio', { name: 'Two Content' }).click();
      await visit.tab.getByRole('button', { name: slideTexts.apply }).click();
      // The layout chosen for slide 2 would be lost.
      await visit.tab.getByRole('button', { name: slideTexts.chooseLayoutFor(slideTexts.slide(3)) }).click();
      await visit.tab.getByRole('combobox', { name: slideTexts.template }).click();
      await visit.tab.getByRole('option', { name: 'AVA' }).click();
      await visit.tab.getByRole('radio', { name: 'Comparison' }).click();
      await visit.tab.getByRole('button', { name: slideTexts.apply }).click();
      await visit.tab.getByRole('button', { name: slideTexts.change }).waitFor();
    },
  },
  slideDelete: {
    after: 'slidePreview',
    act: async (visit) => {
      await openLayouts(visit);
      await visit.tab.getByRole('button', { name: slideTexts.deletion.open }).click();
      await visit.tab.getByRole('alertdialog', { name: slideTexts.deletion.title }).waitFor();
    },
  },
};
