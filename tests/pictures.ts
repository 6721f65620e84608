import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { buildTab, isTabStale } from '#sandbox/launcher/buildTab.ts';
import { openBrowser } from './harness/browser/openBrowser.ts';
import { startApp, type TestApp } from './harness/app/startApp.ts';
import { openVisit, type VisitOptions } from './harness/browser/visit.ts';
import { takeBoardPictures } from './pictures/board.ts';
import { allScenes, getPath, getScene } from './pictures/allScenes.ts';
import type { Scene } from './pictures/scenes.ts';

/**
 * `npm run pictures -- [scene…] [--width 400] [--theme dark]`: takes a screenshot of every screen at every width in three
 * themes, for review. The folder is not under version control. `npm run pictures -- board` draws the drawing board instead, and
 * `npm run pictures -- --readme` takes the picture of README.
 */
const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, '.pictures');
const themes = ['default', 'dark', 'contrast'] as const;

type Layout = Pick<VisitOptions, 'width'> & { device?: BrowserContextOptions };

const layouts: Record<string, Layout> = {
  320: { device: { viewport: { width: 320, height: 640 }, hasTouch: true } },
  400: { width: '400' },
  680: { width: '680' },
  1280: { width: '1280' },
  // A window of 1280 by 800 at a zoom of 200 %.
  zoom: { device: { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 } },
  // A phone on its side: the tab is 360 pixels high below the host page.
  low: { device: { viewport: { width: 640, height: 502 }, hasTouch: true } },
  forced: { width: '1280', device: { forcedColors: 'active' } },
};
const defaultLayouts = ['400', '680', '1280'];

/** Wait before a screenshot: longer than animations, shorter than a toast is shown. */
const SETTLE_MS = 700;

async function takePictures(browser: Browser, app: TestApp, name: string, scene: Scene, layout: string): Promise<void> {
  const { device = {}, ...options } = layouts[layout] ?? {};
  const visit = await openVisit(browser, app, { person: scene.person ?? 'ada', ...options }, device);
  try {
    for (const step of getPath(name)) await getScene(step).act(visit, app);
  } catch (error) {
    console.error(`${name} at ${layout}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  }
  for (const theme of selectedThemes) {
    await visit.chooseTheme(theme);
    await visit.page.waitForTimeout(SETTLE_MS);
    for (const problem of await visit.findLayoutProblems()) console.log(`${name} at ${layout} in ${theme}: ${problem}`);
    const area = visit.page.locator(scene.area ?? 'iframe[title=AVA]');
    await area.screenshot({ path: join(folder, `${name}-${layout}-${theme}.png`) });
  }
  await app.control('models', 'reset');
  await visit.close();
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    width: { type: 'string', multiple: true, default: defaultLayouts },
    theme: { type: 'string', multiple: true, default: [...themes] },
    readme: { type: 'boolean', default: false },
  },
});
const selectedThemes = themes.filter((theme) => values.theme.includes(theme));
const selectedScenes = Object.entries(allScenes).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);

if (values.readme) await takeReadmePicture();
else await takeReviewPictures();

/** An answer with the card of its citation, in the page of the sandbox. */
async function takeReadmePicture(): Promise<void> {
  if (await isTabStale(root)) await buildTab(root, 'quick');
  const [browser, app] = await Promise.all([openBrowser(), startApp({ bot: true })]);
  const visit = await openVisit(browser, app, { person: 'ada', width: '1280' });
  for (const step of getPath('citation')) await getScene(step).act(visit, app);
  await visit.page.waitForTimeout(SETTLE_MS);
  await visit.page.screenshot({ path: join(root, 'tab/screenshot.png') });
  await browser.close();
  await app.close();
}

async function takeReviewPictures(): Promise<void> {
  if (positionals.length === 0) await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (positionals.length === 0 || positionals.includes('board')) {
    const browser = await openBrowser();
    for (const problem of await takeBoardPictures(browser, folder)) console.error(problem);
    await browser.close();
  }
  if (selectedScenes.length > 0) await takeScenePictures();
}

async function takeScenePictures(): Promise<void> {
  if (await isTabStale(root)) await buildTab(root, 'quick');
  const [browser, app] = await Promise.all([openBrowser(), startApp({ bot: true, mcp: {} })]);
  for (const [name, scene] of selectedScenes) {
    for (const layout of values.width) await takePictures(browser, app, name, scene, layout);
    console.log(name);
  }
  await browser.close();
  await app.close();
}
