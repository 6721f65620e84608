import { readFile } from 'node:fs/promises';
import type { Browser, Locator } from 'playwright-core';
import { getWorkspace } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openExport } from '#tests/pictures/exportScenes.ts';
import { exportTexts } from '#tab/features/exports/exports.texts.ts';

/** The smallest text that is read without effort. */
const MIN_TEXT_PX = 12;

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function openWelcomeAnswer(width: '400' | '680' | '1280'): Promise<Visit> {
  const ada = await openVisit(browser, app, { width });
  await ada.tab.getByText('Summarize a file').click();
  await ada.tab.getByText('Processed Northwind Handbook.pdf successfully!').waitFor();
  await ada.composer.click();
  await ada.tab.getByRole('button', { name: 'Send', exact: true }).click();
  await ada.waitForAnswer();
  await ada.answers.last().getByText('Full-time staff have 28 days of annual leave').waitFor();
  return ada;
}

const openSource = (ada: Visit, number: number) =>
  ada.answers
    .last()
    .getByRole('button', { name: `Source ${number}: Northwind Handbook.pdf` })
    .first()
    .click();

/** Where an element is, as a share of the height of the view: 0 is its upper edge. */
async function measurePosition(mark: Locator, view: Locator): Promise<number> {
  const [inner, outer] = [await mark.boundingBox(), await view.boundingBox()];
  if (!inner || !outer) throw new Error('The passage is not drawn.');
  return (inner.y + inner.height / 2 - outer.y) / outer.height;
}

it('each citation of the welcome opens at the sentence that it quotes, in the middle of the view', async () => {
  const ada = await openWelcomeAnswer('1280');
  const workspace = getWorkspace(ada);
  const sentences = ['Full-time staff have 28 days', 'A night in a hotel is refunded', 'Everyone can work from home'];
  for (const [index, sentence] of sentences.entries()) {
    await openSource(ada, index + 1);
    const page = workspace.getByRole('group', { name: `Page ${index + 1} of 5` });
    await page.locator('mark').first().waitFor();
    const marked = (await page.locator('mark').allInnerTexts()).join(' ');
    expect(marked).toContain(sentence);
    expect(marked).not.toMatch(/edition 2026|Northwind Studio/);
    const view = workspace.getByRole('document', { name: 'Northwind Handbook.pdf' });
    const position = await measurePosition(page.locator('mark').first(), view);
    expect(position).toBeGreaterThan(0);
    expect(position).toBeLessThan(0.75);
  }
  await ada.close();
});

it.each(['400', '680', '1280'] as const)('the cited text can be read when it opens, in %s pixels', async (width) => {
  const ada = await openWelcomeAnswer(width);
  await openSource(ada, 2);
  const mark = ada.tab.locator('mark').filter({ hasText: 'A night in a hotel' }).first();
  await mark.waitFor();
  // The text layer of a page is scaled; its lines are as high as the text.
  const size = await mark.evaluate((element: { getClientRects(): ArrayLike<{ height: number }> }) => {
    return element.getClientRects()[0]?.height ?? 0;
  });
  expect(size).toBeGreaterThanOrEqual(MIN_TEXT_PX);
  expect(await ada.findLayoutProblems()).toEqual([]);
  await ada.close();
});

it('Ada reads the text of a page instead of the page, and goes back', async () => {
  const ada = await openWelcomeAnswer('1280');
  await openSource(ada, 1);
  const workspace = getWorkspace(ada);
  await workspace.getByRole('button', { name: 'Show as text' }).click();
  await workspace.locator('mark').filter({ hasText: 'Full-time staff have 28 days' }).waitFor();
  await workspace.getByRole('button', { name: 'Show as it looks' }).click();
  await workspace.getByRole('group', { name: 'Page 1 of 5' }).locator('mark').first().waitFor();
  await ada.close();
});

it('an exported answer is saved as a file', async () => {
  const ada = await openVisit(browser, app);
  await ada.ask('repeat after me: # Tea at four\n\nIt is **ready**.');
  await ada.waitForAnswer();
  await openExport(ada, 'txt');
  const dialog = ada.tab.getByRole('dialog', { name: exportTexts.kinds.txt.title });
  await dialog.getByRole('textbox').fill('Tea');
  const saved = ada.page.waitForEvent('download');
  await dialog.getByRole('button', { name: exportTexts.kinds.txt.confirm }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('Tea.txt');
  expect(await readFile(await file.path(), 'utf8')).toContain('It is ready.');
  await ada.tab.getByText('"Tea" TXT downloaded').waitFor();
  await ada.close();
});
