import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Width of the window, enough for the three themes side by side. */
const viewport = { width: 1_620, height: 1_000 };
const IS_DRAWN = `document.getElementById('root')?.hasChildNodes() === true`;
const ATTEMPT_MS = 250;
const MAX_ATTEMPTS = 40;
/** Wait before a screenshot, longer than the delay of skeletons. */
const SETTLE_MS = 1_500;

/** Builds the drawing board and takes a screenshot of each section. Returns the sections that do not render. */
export async function takeBoardPictures(browser: Browser, folder: string): Promise<string[]> {
  const { build, preview } = await import('vite');
  const configFile = join(root, 'tab/vite.board.config.ts');
  // Restored after the build: Vite sets it to `production`, in which the sandbox refuses to start.
  const nodeEnv = process.env['NODE_ENV'];
  await build({ configFile, logLevel: 'error' });
  const server = await preview({ configFile, logLevel: 'error', preview: { host: '127.0.0.1', port: 0 } });
  if (nodeEnv === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = nodeEnv;
  const url = server.resolvedUrls?.local[0] ?? '';
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  await page.goto(url);
  const names = await page.locator('nav a').allInnerTexts();
  for (const name of names) {
    await page.goto(`${url}?section=${name}`, { waitUntil: 'load' });
    // Makes the window as high as the section, because parts outside the window are not drawn.
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.setViewportSize({ ...viewport, height });
    await waitForFrames(page);
    await page.waitForTimeout(SETTLE_MS);
    for (const frame of page.frames()) {
      const failed = await frame.locator('[data-failed]').evaluateAll((all) => all.map((one) => one.dataset.failed));
      problems.push(...failed.map((state) => `${name}: ${state} does not render`));
    }
    await page.screenshot({ path: join(folder, `board-${name}.png`), fullPage: true });
    await page.setViewportSize(viewport);
    console.log(`board: ${name}`);
  }
  await page.close();
  await server.close();
  return problems;
}

/** Waits until the frames are drawn, but not forever: the screenshot shows which one is not. */
async function waitForFrames(page: Page): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const drawn = await Promise.all(page.frames().map((frame) => frame.evaluate<boolean>(IS_DRAWN)));
    if (drawn.every(Boolean)) return;
    await page.waitForTimeout(ATTEMPT_MS);
  }
}
