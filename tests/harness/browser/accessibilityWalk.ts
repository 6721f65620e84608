import type { Browser, BrowserContextOptions } from 'playwright-core';
import { getScene } from '../../pictures/allScenes.ts';
import { SceneWalk } from '../../pictures/sceneWalk.ts';
import { startApp, type TestApp } from '../app/startApp.ts';
import { findAccessibilityProblems, installAxe } from './accessibility.ts';
import { openBrowser } from './openBrowser.ts';
import { openVisit, type Visit } from './visit.ts';

/** A walk takes a minute; it is far longer on a busy machine. */
const WALK_MS = 900_000;

export type Theme = 'default' | 'dark' | 'contrast';

interface Walk {
  /** Names of scenes. */
  scenes: readonly string[];
  /** A screen is checked for everything in one of them, in the others for what a theme can change. */
  themes: readonly Theme[];
  device: BrowserContextOptions;
}

/**
 * Tests that axe finds nothing in the tab's scenes and that their headings have an outline.
 * @param walks by the title of their test; they share an app
 */
export function testAccessibility(walks: Record<string, Walk>): void {
  let app: TestApp;
  let browser: Browser;
  beforeAll(async () => {
    [app, browser] = await Promise.all([startApp({ mcp: {} }), openBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await app.close();
  });

  for (const [title, walk] of Object.entries(walks))
    it(
      `${title}: axe finds nothing, and headings have an outline`,
      async () => expect(await findProblems(app, browser, walk)).toEqual([]),
      WALK_MS,
    );
}

async function findProblems(app: TestApp, browser: Browser, { scenes, themes, device }: Walk): Promise<string[]> {
  const walk = new SceneWalk(app, async () => {
    const visit = await openVisit(browser, app, {}, device);
    await installAxe(visit);
    return visit;
  });
  const problems: string[] = [];
  for (const name of scenes) {
    try {
      // The bot's scenes are cards that Teams draws.
      if (getScene(name).area !== undefined) continue;
      problems.push(...(await check(await walk.show(name), name, themes)));
    } catch (cause) {
      problems.push(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
      await walk.close();
    }
  }
  await walk.close();
  return problems;
}

/**
 * Begins with the theme that the scene before ended with, which saves drawing the screen once more. That is not the theme in
 * the middle: what the pointer is on can still change when a scene has just been shown, which only contrast shows.
 */
async function check(visit: Visit, name: string, themes: readonly Theme[]): Promise<string[]> {
  const problems: string[] = [];
  const current = await visit.getTheme();
  const order = current === themes.at(-1) ? themes.toReversed() : themes;
  for (const [index, theme] of order.entries()) {
    if (theme !== current) await visit.chooseTheme(theme);
    const found = await findAccessibilityProblems(visit, index === 0 ? 'all' : 'colors');
    problems.push(...found.map((problem) => `${name} in ${theme}: ${problem}`));
  }
  return problems;
}
