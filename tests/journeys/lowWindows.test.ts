import type { Browser, Locator } from 'playwright-core';
import { makePdf } from '../../env/sandbox/documents/pdf.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { makeCorpus } from '../harness/client/corpora.ts';
import { eventually } from '../harness/eventually.ts';
import { openFromHeader } from '../pictures/actions.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  await makeCorpus(app.as('ada'), 'Finance', { description: 'Budgets, audits and travel.' });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

async function getBox(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (!box) throw new Error('The element has no box.');
  return box;
}

/** Two tabs of a bar are as high as the bar; a tooltip below it can touch their lower edge. */
const EDGE_PX = 4;

function overlap(a: Box, b: Box): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return width > 0 && height > EDGE_PX;
}

/** Share of the tab's height that the conversation has above the composer. */
async function getConversationShare(visit: Visit): Promise<number> {
  return visit.frame.evaluate<number>(`(() => {
    const composer = document.querySelector('section[aria-label="Write a message"]').getBoundingClientRect();
    const top = document.querySelector('main').getBoundingClientRect().top;
    return (composer.top - top) / innerHeight;
  })()`);
}

async function attachReport(visit: Visit, name = 'Quarterly report of the finance team of Northwind v12.pdf') {
  const buffer = Buffer.from(await makePdf([['Hotels', 'A night in a hotel is paid up to 140 euros.']]));
  await visit.tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await visit.tab.getByText(`Processed ${name} successfully!`).waitFor();
}

const WIDE = { width: 1280, height: 800 };
let wideVisit: Promise<Visit> | undefined;
/** Several tests share one visit, because none depends on what another leaves behind. */
const openWide = () => (wideVisit ??= openVisit(browser, app, {}, { viewport: WIDE }));

/** The sandbox's host page takes some of the height, so the tab itself is opened in a window of this size. */
async function openLow(width: number, height: number): Promise<Visit> {
  const visit = await openVisit(browser, app, {}, { viewport: { width, height: 800 } });
  await visit.page.evaluate(`{
    const { style } = document.querySelector('iframe[title=AVA]');
    style.flex = 'none';
    style.height = '${height}px';
  }`);
  await visit.tab.locator('main').waitFor();
  expect(await visit.frame.evaluate('innerHeight')).toBe(height);
  return visit;
}

it.each([
  ['640 by 360', 640, 360],
  ['320 by 256', 320, 256],
])('in a window of %s the conversation has at least half of the height', async (_, width, height) => {
  const ada = await openLow(width, height);
  expect(await getConversationShare(ada)).toBeGreaterThanOrEqual(0.5);
  expect(await ada.findLayoutProblems()).toEqual([]);
  await ada.ask('write 60 words about the summer budget');
  await ada.waitForAnswer();
  expect(await getConversationShare(ada)).toBeGreaterThanOrEqual(0.5);
  await ada.composer.click();
  await ada.page.keyboard.insertText('A long question that needs several lines. '.repeat(20));
  expect(await getConversationShare(ada)).toBeGreaterThanOrEqual(0.5);
  expect(await ada.findLayoutProblems()).toEqual([]);
  await openFromHeader(ada, 'Help');
  await eventually(async () => expect((await getBox(ada.tab.getByRole('tabpanel'))).height).toBeGreaterThan(100));
  await ada.close();
});

it('in a low window the conversation keeps half of the height when a file is attached', async () => {
  const ada = await openLow(640, 360);
  await attachReport(ada);
  expect(await getConversationShare(ada)).toBeGreaterThanOrEqual(0.5);
  expect(await ada.findLayoutProblems()).toEqual([]);
  await ada.close();
});

it('a long file name is shortened in the middle where space is scarce, and keeps its extension', async () => {
  const ada = await openWide();
  await attachReport(ada);
  const widths = await ada.frame.evaluate<{ shown: number; start: string; end: string; chip: number }>(`(() => {
    const shown = document.querySelector('[data-file] [data-start]');
    return { shown: shown.scrollWidth, start: shown.dataset.start, end: shown.dataset.end, chip: shown.clientWidth };
  })()`);
  expect(widths.start + widths.end).toBe('Quarterly report of the finance team of Northwind v12.pdf');
  expect(widths.end).toBe('v12.pdf');
  expect(widths.shown).toBeLessThanOrEqual(widths.chip);
});

it('a second click where a file was removed does not remove the next one', async () => {
  const ada = await openWide();
  await attachReport(ada, 'First.pdf');
  await attachReport(ada, 'Second.pdf');
  const { x, y, width, height } = await getBox(ada.tab.getByRole('button', { name: 'Remove First.pdf' }));
  await ada.page.mouse.dblclick(x + width / 2, y + height / 2, { delay: 30 });
  await ada.tab.getByText('Removed', { exact: true }).waitFor();
  await ada.page.mouse.click(x + width / 2, y + height / 2);
  expect(await ada.tab.getByRole('button', { name: 'Remove Second.pdf' }).isVisible()).toBe(true);
  expect(await ada.tab.getByRole('button', { name: 'Remove First.pdf' }).count()).toBe(0);
  await ada.tab.getByRole('button', { name: 'Undo: keep First.pdf' }).click();
  await ada.tab.getByRole('button', { name: 'Remove First.pdf' }).waitFor();
});

it('no tooltip of the header covers another control of the header', async () => {
  const ada = await openWide();
  const header = ada.tab.getByRole('banner');
  for (const width of [1280, 400, 320]) {
    await ada.page.setViewportSize({ width, height: 800 });
    // The header moves controls into a menu.
    await ada.page.waitForTimeout(500);
    const controls = await header.locator('button').all();
    expect(controls.length).toBeGreaterThan(4);
    for (const control of controls) {
      await control.hover();
      const tooltip = ada.tab.getByRole('tooltip').filter({ visible: true });
      await ada.page.waitForTimeout(500);
      if ((await tooltip.count()) === 0) continue;
      const covered = await getBox(tooltip.first());
      for (const other of controls) expect([width, overlap(covered, await getBox(other))]).toEqual([width, false]);
    }
  }
  await ada.page.setViewportSize(WIDE);
});

it.each([
  ['640 by 320', 640, 320],
  ['320 by 400', 320, 400],
])('every menu fits a window of %s and scrolls to its last item', async (_, width, height) => {
  const ada = await openLow(width, height);
  const { tab } = ada;
  await attachReport(ada);
  const open = [
    () => tab.getByRole('button', { name: /^Account of/ }).click(),
    () => tab.getByRole('button', { name: /^AI model/ }).click(),
    () => tab.getByRole('button', { name: /^Quarterly report/ }).click(),
    async () => {
      await tab.getByRole('button', { name: 'Show history' }).click();
      await tab.getByRole('button', { name: 'More actions' }).click();
    },
  ];
  for (const openMenu of open) {
    await openMenu();
    const menu = tab.getByRole('menu');
    await menu.waitFor();
    const popover = await getBox(tab.locator('.fui-MenuPopover'));
    const frame = await getBox(tab.locator('body'));
    expect(popover.y).toBeGreaterThanOrEqual(frame.y);
    expect(popover.y + popover.height).toBeLessThanOrEqual(frame.y + frame.height);
    const last = menu.locator('[role^=menuitem]').last();
    await last.scrollIntoViewIfNeeded();
    const end = await getBox(last);
    expect(end.y + end.height).toBeLessThanOrEqual(frame.y + frame.height);
    await ada.page.keyboard.press('Escape');
    await menu.waitFor({ state: 'detached' });
  }
  await ada.close();
});

it('a search in a low window shows its site, and the conversation keeps half of the height', async () => {
  const ada = await openLow(640, 360);
  await ada.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  await ada.tab
    .getByRole('button', { name: /^Finance/ })
    .first()
    .click();
  await ada.ask('How often should travel advances be settled?');
  await ada.waitForAnswer();
  const site = ada.tab.getByText('Currently searching in');
  await site.waitFor();
  const share = (await getBox(site)).y - (await getBox(ada.tab.locator('main'))).y;
  expect(share / 360).toBeGreaterThanOrEqual(0.5);
  expect(await ada.findLayoutProblems()).toEqual([]);
  await ada.close();
});

it.each(['light', 'dark'] as const)('the chosen site is readable in %s forced colors', async (colorScheme) => {
  const ada = await openVisit(browser, app, { width: '1280' }, { forcedColors: 'active', colorScheme });
  await ada.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  const card = ada.tab.getByRole('button', { name: /^Finance/ }).first();
  await card.click();
  expect(await card.getAttribute('aria-pressed')).toBe('true');
  for (const theme of ['default', 'dark', 'contrast'] as const) {
    await ada.chooseTheme(theme);
    await card.hover();
    await ada.page.waitForTimeout(300);
    const problems = await ada.findLayoutProblems();
    expect(problems.filter((problem) => /Finance|Budgets/.test(problem))).toEqual([]);
  }
  await ada.close();
});

it('a new search starts with the site that was used last', async () => {
  const ada = await openWide();
  await ada.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  const card = ada.tab.getByRole('button', { name: /^Finance/ }).first();
  await card.click();
  await ada.tab.getByRole('button', { name: 'New search' }).click();
  await ada.tab.locator('button[aria-pressed=true]').filter({ hasText: 'Finance' }).waitFor();
});
