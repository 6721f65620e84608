import { slideTexts } from '../../tab/src/features/slides/slides.texts.ts';
import { exportTexts } from '../../tab/src/features/exports/exports.texts.ts';
import type { Visit } from '../harness/browser/visit.ts';
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

const ANSWER =
  '# Travel\n\n## Trains first\n\n- below four hours\n\n## Costs\n\n| Region | Euros |\n|--|--|\n| Europe | 412 |';

async function openPreview(visit: Visit): Promise<void> {
  await askAndWait(visit, `repeat after me: ${ANSWER}`);
  await openSlides(visit);
}

/** The dialogs of the slide flow. */
export const slideScenes: Record<string, Scene> = {
  slidePreview: { act: openPreview },
  slideLayouts: {
    act: async (visit) => {
      await openPreview(visit);
      await visit.tab.getByRole('button', { name: slideTexts.chooseLayoutFor(slideTexts.slide(2)) }).click();
      await visit.tab.getByRole('radio', { name: 'Two Content' }).waitFor();
    },
  },
};
