import type { Browser, Locator } from 'playwright-core';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeCorpus } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { openFromHeader } from '#tests/pictures/actions.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';

const WIDE = { width: 1280, height: 800 };

let app: TestApp;
let browser: Browser;
/** The tests share one visit; each starts with a new chat in a wide window. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  await makeCorpus(app.as('ada'), 'Finance', { description: 'Budgets, audits and travel.' });
  ada = await openVisit(browser, app, {}, { viewport: WIDE });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});
beforeEach(async () => {
  await setSize(WIDE.width, '100%');
  const chat = ada.tab.getByRole('tab', { name: 'Chat', exact: true });
  if ((await chat.getAttribute('aria-selected')) !== 'true') await chat.click();
  await ada.startChat();
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

/** A tooltip may overlap a control by this much: a tab is as high as its bar, so a tooltip below the bar touches it. */
const EDGE_PX = 4;

/** Names of the header's controls that the shown tooltip covers. */
function listCoveredControls(): Promise<string[]> {
  return ada.frame.evaluate<string[]>(`(() => {
    const tooltip = [...document.querySelectorAll('[role=tooltip]')].find((element) => element.checkVisibility());
    if (!tooltip) return [];
    const a = tooltip.getBoundingClientRect();
    const isCovered = (control) => {
      const b = control.getBoundingClientRect();
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      return width > 0 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > ${EDGE_PX};
    };
    return [...document.querySelectorAll('header button')].filter(isCovered).map((control) => control.outerHTML);
  })()`);
}

/** Share of the tab's height that the conversation has above the composer. */
async function getConversationShare(): Promise<number> {
  return ada.frame.evaluate<number>(`(() => {
    const composer = document.querySelector('section[aria-label="Write a message"]').getBoundingClientRect();
    const top = document.querySelector('main').getBoundingClientRect().top;
    return (composer.top - top) / innerHeight;
  })()`);
}

async function attachReport(name = 'Quarterly report of the finance team of Northwind v12.pdf') {
  const buffer = Buffer.from(await makePdf([['Hotels', 'A night in a hotel is paid up to 140 euros.']]));
  await ada.tab.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
  await ada.tab.getByText(`Processed ${name} successfully!`).waitFor();
}

/** The sandbox's host page takes some of the height, so the tab itself gets this height. */
async function setSize(width: number, height: string): Promise<void> {
  await ada.page.setViewportSize({ width, height: WIDE.height });
  await ada.page.evaluate(`{
    const { style } = document.querySelector('iframe[title=AVA]');
    style.flex = '${height}' === '100%' ? '' : 'none';
    style.height = '${height}';
  }`);
}

async function makeLow(width: number, height: number): Promise<void> {
  await setSize(width, `${height}px`);
  await eventually(async () => expect(await ada.frame.evaluate('[innerWidth, innerHeight]')).toEqual([width, height]));
}

/** The header moves controls into a menu after the window has got another size. */
const expectNoProblems = () => eventually(async () => expect(await ada.findLayoutProblems()).toEqual([]));

async function chooseFinance(): Promise<Locator> {
  await ada.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  const card = ada.tab.getByRole('button', { name: /^Finance/ }).first();
  await card.waitFor();
  if ((await card.getAttribute('aria-pressed')) !== 'true') await card.click();
  expect(await card.getAttribute('aria-pressed')).toBe('true');
  return card;
}

/** Presses Escape until no dialog is open. The first press can close only the tooltip of the focused control. */
async function closeDialog(): Promise<void> {
  await eventually(async () => {
    await ada.page.keyboard.press('Escape');
    expect(await ada.tab.getByRole('dialog').count()).toBe(0);
  });
}

it.each([
  ['640 by 360', 640, 360],
  ['320 by 256', 320, 256],
])('in a window of %s the conversation has at least half of the height', async (_, width, height) => {
  await makeLow(width, height);
  expect(await getConversationShare()).toBeGreaterThanOrEqual(0.5);
  await expectNoProblems();
  await ada.ask('write 60 words about the summer budget');
  await ada.waitForAnswer();
  expect(await getConversationShare()).toBeGreaterThanOrEqual(0.5);
  await ada.composer.click();
  await ada.page.keyboard.insertText('A long question that needs several lines. '.repeat(20));
  expect(await getConversationShare()).toBeGreaterThanOrEqual(0.5);
  await expectNoProblems();
  await openFromHeader(ada, 'Help');
  await eventually(async () => expect((await getBox(ada.tab.getByRole('tabpanel'))).height).toBeGreaterThan(100));
  await closeDialog();
});

it('a long file name keeps its extension, and an attached file leaves the conversation half of a low window', async () => {
  await attachReport();
  const widths = await ada.frame.evaluate<{ shown: number; start: string; end: string; chip: number }>(`(() => {
    const shown = document.querySelector('[data-file] [data-start]');
    return { shown: shown.scrollWidth, start: shown.dataset.start, end: shown.dataset.end, chip: shown.clientWidth };
  })()`);
  expect(widths.start + widths.end).toBe('Quarterly report of the finance team of Northwind v12.pdf');
  expect(widths.end).toBe('v12.pdf');
  expect(widths.shown).toBeLessThanOrEqual(widths.chip);

  await makeLow(640, 360);
  expect(await getConversationShare()).toBeGreaterThanOrEqual(0.5);
  await expectNoProblems();
});

it('a second click where a file was removed does not remove the next one', async () => {
  await attachReport('First.pdf');
  await attachReport('Second.pdf');
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
  const header = ada.tab.getByRole('banner');
  for (const width of [1280, 400, 320]) {
    await ada.page.setViewportSize({ width, height: 800 });
    // The header moves controls into a menu.
    await ada.page.waitForTimeout(500);
    const controls = await header.locator('button').all();
    expect(controls.length).toBeGreaterThan(4);
    for (const control of controls) {
      await control.hover();
      await ada.page.waitForTimeout(500);
      expect([width, await listCoveredControls()]).toEqual([width, []]);
    }
  }
});

it.each([
  ['640 by 320', 640, 320],
  ['320 by 400', 320, 400],
])('every menu fits a window of %s and scrolls to its last item', async (_, width, height) => {
  await makeLow(width, height);
  const { tab } = ada;
  await attachReport();
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
  await closeDialog();
});

it('a new search starts with the site that was used last', async () => {
  await chooseFinance();
  await ada.tab.getByRole('button', { name: 'New search' }).click();
  await ada.tab.locator('button[aria-pressed=true]').filter({ hasText: 'Finance' }).waitFor();
});

it.each(['light', 'dark'] as const)('the chosen site is readable in %s forced colors', async (colorScheme) => {
  await ada.page.emulateMedia({ forcedColors: 'active', colorScheme });
  const card = await chooseFinance();
  for (const theme of ['default', 'dark', 'contrast'] as const) {
    await ada.chooseTheme(theme);
    await card.hover();
    await ada.page.waitForTimeout(300);
    const problems = await ada.findLayoutProblems();
    expect(problems.filter((problem) => /Finance|Budgets/.test(problem))).toEqual([]);
  }
  await ada.page.emulateMedia({ forcedColors: 'none', colorScheme: 'light' });
  await ada.chooseTheme('default');
});

it('a search in a low window shows its site, and the conversation keeps half of the height', async () => {
  await makeLow(640, 360);
  await chooseFinance();
  await ada.ask('How often should travel advances be settled?');
  await ada.waitForAnswer();
  const site = ada.tab.getByText('Currently searching in');
  await site.waitFor();
  const share = (await getBox(site)).y - (await getBox(ada.tab.locator('main'))).y;
  expect(share / 360).toBeGreaterThanOrEqual(0.5);
  await expectNoProblems();
});
