import type { Browser, BrowserContextOptions } from 'playwright-core';
import { startOver } from '../../pictures/actions.ts';
import type { Scene } from '../../pictures/scenes.ts';
import { startApp, type TestApp } from '../app/startApp.ts';
import { findAccessibilityProblems, installAxe } from './accessibility.ts';
import { openBrowser } from './openBrowser.ts';
import { openVisit, type Visit } from './visit.ts';

/** A walk takes a minute; it is far longer on a busy machine. */
const WALK_MS = 900_000;

export type Theme = 'default' | 'dark' | 'contrast';

interface Walk {
  scenes: Record<string, Scene>;
  /** The first theme is checked for everything, the others for what a theme can change. */
  themes: readonly Theme[];
  device: BrowserContextOptions;
}

/** Tests that axe finds nothing in the tab's scenes and that their headings have an outline. */
export function testAccessibility(title: string, walk: Walk): void {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp({ mcp: {} }), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  it(
    `${title}: axe finds nothing, and headings have an outline`,
    async () => expect(await findProblems(app, browser, walk)).toEqual([]),
    WALK_MS,
  );
}

async function findProblems(app: TestApp, browser: Browser, { scenes, themes, device }: Walk): Promise<string[]> {
  const open = async () => {
    const visit = await openVisit(browser, app, {}, device);
    await installAxe(visit);
    return visit;
  };
  const problems: string[] = [];
  let visit = await open();
  // The bot's scenes are cards that Teams draws.
  for (const [name, scene] of Object.entries(scenes).filter(([, { area }]) => area === undefined)) {
    let isReusable = !scene.leavesTraces;
    try {
      await scene.act(visit, app);
      problems.push(...(await check(visit, name, themes)));
    } catch (cause) {
      problems.push(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
      isReusable = false;
    }
    await app.control('models', 'reset');
    if (isReusable && (await canStartOver(visit))) continue;
    await visit.close();
    visit = await open();
  }
  await visit.close();
  return problems;
}

async function check(visit: Visit, name: string, themes: readonly Theme[]): Promise<string[]> {
  const problems: string[] = [];
  for (const theme of themes) {
    await visit.chooseTheme(theme);
    const found = await findAccessibilityProblems(visit, theme === 'default' ? 'all' : 'colors');
    problems.push(...found.map((problem) => `${name} in ${theme}: ${problem}`));
  }
  return problems;
}

/** Starting over in the same visit only saves time; if it fails, the next scene gets a new one. */
const canStartOver = (visit: Visit): Promise<boolean> =>
  startOver(visit).then(
    () => true,
    () => false,
  );
