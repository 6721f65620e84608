import type { Browser, BrowserContextOptions } from 'playwright-core';
import { getScene } from '#tests/pictures/allScenes.ts';
import { SceneWalk } from '#tests/pictures/sceneWalk.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { AccessibilityCheck, type ThemeName } from './accessibility.ts';
import { openBrowser } from './openBrowser.ts';
import { openVisit } from './visit.ts';

/** A walk takes a minute, and far longer on a busy machine. */
const WALK_MS = 900_000;

interface Walk {
  /** Names of scenes. */
  scenes: readonly string[];
  /**
   * Themes besides the default one. In these, screens are checked only for what a theme can change, such as contrast.
   */
  furtherThemes: readonly ThemeName[];
  device: BrowserContextOptions;
}

/**
 * Tests that axe finds nothing in the tab's scenes and that the levels of their headings form an outline.
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
      `${title}: axe finds nothing, and the levels of headings form an outline`,
      async () => expect(await findProblems(app, browser, walk)).toEqual([]),
      WALK_MS,
    );
}

async function findProblems(
  app: TestApp,
  browser: Browser,
  { scenes, furtherThemes, device }: Walk,
): Promise<string[]> {
  const walk = new SceneWalk(app, () => openVisit(browser, app, {}, device));
  const check = new AccessibilityCheck(furtherThemes);
  const problems: string[] = [];
  for (const name of scenes) {
    try {
      // Skips the bot's scenes: Teams draws the cards in them, not AVA.
      if (getScene(name).area !== undefined) continue;
      const found = await check.findProblems(await walk.show(name));
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    } catch (cause) {
      problems.push(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`);
      await walk.close();
    }
  }
  await walk.close();
  return problems;
}
