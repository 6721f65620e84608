import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { openBrowser } from './harness/browser/openBrowser.ts';
import { startApp, type TestApp } from './harness/app/startApp.ts';
import { openVisit, type VisitOptions } from './harness/browser/visit.ts';
import { knowledgeScenes } from './pictures/knowledgeScenes.ts';
import { scenes, type Scene } from './pictures/scenes.ts';

/**
 * `npm run pictures -- [scene…] [--width 400] [--theme dark]`: every screen at every width in three themes, into an
 * ignored folder, to be looked at.
 */
const folder = fileURLToPath(new URL('../.pictures/', import.meta.url));
const themes = ['default', 'dark', 'contrast'] as const;

type Look = Pick<VisitOptions, 'width'> & { device?: BrowserContextOptions };

const looks: Record<string, Look> = {
  320: { device: { viewport: { width: 320, height: 640 }, hasTouch: true } },
  400: { width: '400' },
  680: { width: '680' },
  1280: { width: '1280' },
  // What 200 % makes of a window of 1280 by 800.
  zoom: { device: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
  forced: { width: '1280', device: { forcedColors: 'active' } },
};
const usualLooks = ['400', '680', '1280'];

/** Long enough for what slides in, and short of what goes away by itself. */
const SETTLED_MS = 700;

async function take(browser: Browser, app: TestApp, name: string, scene: Scene, look: string): Promise<void> {
  const { device = {}, ...switches } = looks[look] ?? {};
  const here = await openVisit(browser, app, { person: 'ada', ...switches }, device);
  try {
    await scene.act(here, app);
  } catch (error) {
    console.error(`${name} at ${look}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  }
  for (const theme of wantedThemes) {
    await here.chooseTheme(theme);
    await here.page.waitForTimeout(SETTLED_MS);
    for (const fault of await here.faults()) console.log(`${name} at ${look} in ${theme}: ${fault}`);
    const shown = here.page.locator(scene.shows ?? 'iframe[title=AVA]');
    await shown.screenshot({ path: join(folder, `${name}-${look}-${theme}.png`) });
  }
  await app.control('models', 'reset');
  await here.close();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: usualLooks },
    theme: { type: 'string', multiple: true, default: [...themes] },
  },
});
const wantedThemes = themes.filter((theme) => values.theme.includes(theme));
const wanted = Object.entries({ ...scenes, ...knowledgeScenes }).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);

if (positionals.length === 0) await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const [browser, app] = await Promise.all([openBrowser(), startApp({ bot: true })]);
for (const [name, scene] of wanted) {
  for (const look of values.width) await take(browser, app, name, scene, look);
  console.log(name);
}
await browser.close();
await app.close();
