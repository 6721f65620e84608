import { readdir, readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { AccessibilityCheck } from '#tests/harness/browser/accessibility.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';

const PHONE = { width: 400, height: 860 };
/** The tab is 1280 px wide. */
const WIDE = { width: 1348, height: 860 };

let app: TestApp;
let browser: Browser;
/** Most tests share one visit and set the size of its window. */
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app, {}, { viewport: PHONE });
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const themes = ['default', 'dark', 'contrast'] as const;

/** Returns the layout problems. One screen is checked in every theme; the walks of axe check the colors of all others. */
async function findProblems(visit: Visit, inThemes: readonly (typeof themes)[number][]): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of inThemes) {
    await visit.chooseTheme(theme);
    await visit.page.waitForTimeout(300);
    problems.push(...(await visit.findLayoutProblems()).map((problem) => `${theme}: ${problem}`));
  }
  return problems;
}

async function askWithFile(visit: Visit): Promise<void> {
  const page = ['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.'];
  const buffer = Buffer.from(await makePdf([page]));
  await visit.tab
    .locator('input[type=file]')
    .setInputFiles({ name: 'handbook.pdf', mimeType: 'application/pdf', buffer });
  await visit.tab.getByText('Processed handbook.pdf successfully!').waitFor();
  await visit.ask('How much is paid for a night in a hotel in capital cities?');
  await visit.waitForAnswer();
}

async function closeTopmost(visit: Visit): Promise<void> {
  await visit.page.keyboard.press('Escape');
  await visit.tab.getByRole('dialog').waitFor({ state: 'detached' });
}

it('a phone shows every control completely, as a large enough touch target, with enough contrast', async () => {
  const { tab } = ada;
  expect(await findProblems(ada, ['default'])).toEqual([]);
  await askWithFile(ada);
  expect(await findProblems(ada, ['default'])).toEqual([]);

  await tab.getByRole('button', { name: 'Show history' }).click();
  await ada.history.getByRole('button').first().waitFor();
  expect(await findProblems(ada, ['default'])).toEqual([]);
  await closeTopmost(ada);

  await tab.getByRole('button', { name: 'Show workspace' }).click();
  await tab.getByRole('tabpanel').waitFor();
  expect(await findProblems(ada, ['default'])).toEqual([]);
  await closeTopmost(ada);

  await tab.getByRole('button', { name: /^AI model/ }).click();
  await tab.getByRole('menuitemradio').first().waitFor();
  expect(await findProblems(ada, ['default'])).toEqual([]);
  await ada.page.keyboard.press('Escape');

  await tab.getByRole('button', { name: 'Account of Ada Moreau' }).click();
  expect(await findProblems(ada, ['default'])).toEqual([]);
  await tab.getByRole('menuitem', { name: 'Settings' }).click();
  await tab.getByRole('dialog', { name: 'Settings' }).waitFor();
  expect(await findProblems(ada, ['default'])).toEqual([]);
  await closeTopmost(ada);
});

it('on a keyboard without Shift+Enter, Enter starts a line of a question and the button sends both lines', async () => {
  const phone = await openVisit(browser, app, {}, { viewport: PHONE, hasTouch: true, isMobile: true });
  await phone.startChat();
  await phone.composer.click();
  await phone.page.keyboard.insertText('repeat after me: one');
  await phone.composer.press('Enter');
  await phone.page.keyboard.insertText('two');
  expect(await phone.questions.count()).toBe(0);
  await phone.tab.getByRole('button', { name: 'Send', exact: true }).click();
  await phone.waitForAnswer();
  expect(await phone.questions.innerText()).toMatch(/one\ntwo/);
  await phone.close();
});

it('a wide window fits three panes, with a file beside the answer that cites it', async () => {
  await ada.page.setViewportSize(WIDE);
  await ada.startChat();
  await askWithFile(ada);
  await ada.answers
    .last()
    .getByRole('button', { name: /^Source 1/ })
    .first()
    .click();
  await ada.tab.locator('mark').first().waitFor();
  expect(await findProblems(ada, themes)).toEqual([]);
});

// The second is a window of 1280 by 800 at a zoom of 200 %.
it.each([
  ['320 by 640', 320, 640],
  ['640 by 400', 640, 400],
])('a window of %s keeps all functions', async (_, width, height) => {
  await ada.startChat();
  await ada.page.setViewportSize({ width, height });
  expect(await findProblems(ada, ['default'])).toEqual([]);
  await ada.ask('write 60 words about the summer budget, with a table');
  await ada.waitForAnswer();
  expect(await findProblems(ada, ['default'])).toEqual([]);
});

it('the check of the accessibility walks finds a missing name, a skipped heading, and low contrast in one theme only', async () => {
  const check = new AccessibilityCheck(['dark', 'contrast']);
  await ada.chooseTheme('default');
  await ada.frame.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', \`
    <div id="planted" style="background: var(--colorNeutralBackground1)">
      <h6>Deep</h6>
      <button></button>
      <p style="color: #959595">Low in light</p>
      <p style="color: #767676">Low in dark</p>
      <p style="color: var(--colorBrandBackground); background: #fff">Low in contrast</p>
    </div>\`)`);
  expect(await check.findProblems(ada)).toEqual([
    expect.stringContaining('button-name'),
    expect.stringContaining('heading-order'),
    expect.stringContaining('the heading "Deep" of level 6 follows level'),
    expect.stringContaining('in default: p "Low in light"'),
    expect.stringContaining('in dark: p "Low in dark"'),
    expect.stringContaining('in contrast: p "Low in contrast"'),
  ]);
  await ada.frame.evaluate(`document.getElementById('planted').remove()`);
  expect(await check.findProblems(ada)).toEqual([]);
});

it('the tab follows the theme of Teams, and the person’s own choice takes precedence', async () => {
  await ada.page.setViewportSize(WIDE);
  const getBackground = () =>
    ada.frame.evaluate<string>(`getComputedStyle(document.querySelector('main')).backgroundColor`);
  const backgrounds = new Set<string>();
  for (const theme of themes) {
    await ada.chooseTheme(theme);
    backgrounds.add(await getBackground());
  }
  expect(backgrounds.size).toBe(3);
  await ada.tab.getByRole('button', { name: 'Account of Ada Moreau' }).click();
  await ada.tab.getByRole('menuitemradio', { name: 'Light' }).click();
  await ada.tab.locator('[data-theme=default]').first().waitFor();
});

it('the built tab has nothing of the drawing board', async () => {
  const page = await readFile(new URL('../../tab/board/index.html', import.meta.url), 'utf8');
  expect(page).toContain('AVA drawing board');
  const folder = new URL('../../dist/tab/', import.meta.url);
  const names = (await readdir(folder, { recursive: true })).filter((name) => /\.(html|js)$/.test(name));
  expect(names).toContain('index.html');
  for (const name of names) {
    const text = await readFile(new URL(name, folder), 'utf8');
    expect({ name, drawsBoard: /AVA drawing board|This example does not render/.test(text) }).toEqual({
      name,
      drawsBoard: false,
    });
  }
});
