import type { Browser, BrowserContextOptions } from 'playwright-core';
import { findAccessibilityProblems, installAxe } from '../harness/browser/accessibility.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { startOver } from '../pictures/actions.ts';
import { allScenes } from '../pictures/allScenes.ts';
import type { Scene } from '../pictures/scenes.ts';

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** A walk through all screens takes a minute or two; it is far longer on a busy machine. */
const WALK_MS = 900_000;

/** The first theme is checked for everything, the others for what a theme can change. */
const themes = ['default', 'dark', 'contrast'] as const;
type Theme = (typeof themes)[number];

/** The tab's screens; the bot's are cards that Teams draws. */
const screens = Object.entries(allScenes).filter(([, scene]) => scene.area === undefined);

/** Screens that a phone lays out in its own way: drawers, full-screen dialogs, menus and lines that wrap. */
const phoneNames = [
  'empty',
  'files',
  'rich',
  'citation',
  'viewer',
  'modeSettings',
  'history',
  'share',
  'results',
  'versions',
  'selection',
  'searchChosen',
  'filesDialog',
  'createCorpus',
  'taskNew',
  'taskStates',
  'taskCompare',
];
const phoneScreens = screens.filter(([name]) => phoneNames.includes(name));

const openScreens = async (device: BrowserContextOptions): Promise<Visit> => {
  const visit = await openVisit(browser, app, {}, device);
  await installAxe(visit);
  return visit;
};

async function check(visit: Visit, name: string, checked: readonly Theme[]): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of checked) {
    await visit.chooseTheme(theme);
    const found = await findAccessibilityProblems(visit, theme === 'default' ? 'all' : 'colors');
    problems.push(...found.map((problem) => `${name} in ${theme}: ${problem}`));
  }
  return problems;
}

async function show(visit: Visit, scene: Scene): Promise<void> {
  // Answers stream as fast as possible; a scene that needs an unfinished answer slows them down.
  await app.control('models', 'pace', { ms: 1, wordsPerDelta: 30 });
  await scene.act(visit, app);
}

it('the screens of a phone exist', () => {
  expect(phoneScreens.map(([name]) => name).toSorted()).toEqual(phoneNames.toSorted());
});

// Colors do not depend on the width, so the phone shows one theme.
it.each<[string, typeof screens, readonly Theme[], BrowserContextOptions]>([
  ['every screen in a wide window', screens, themes, { viewport: { width: 1280, height: 720 } }],
  [
    'the screens of a small phone',
    phoneScreens,
    ['default'],
    { viewport: { width: 320, height: 560 }, hasTouch: true },
  ],
])(
  '%s: axe finds nothing, and headings have an outline',
  async (_, walked, checked, device) => {
    const problems: string[] = [];
    let visit = await openScreens(device);
    for (const [name, scene] of walked) {
      const isReusable = await show(visit, scene).then(
        async () => {
          problems.push(...(await check(visit, name, checked)));
          return !scene.leavesTraces;
        },
        (cause: unknown) => {
          problems.push(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
          return false;
        },
      );
      await app.control('models', 'reset');
      // Starting over in the same visit only saves time; if it fails, the next scene gets a new one.
      const isReady =
        isReusable &&
        (await startOver(visit).then(
          () => true,
          () => false,
        ));
      if (!isReady) {
        await visit.close();
        visit = await openScreens(device);
      }
    }
    await visit.close();
    expect(problems).toEqual([]);
  },
  WALK_MS,
);
