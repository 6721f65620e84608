import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright-core';
import { buildTab } from '#sandbox/launcher/buildTab.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { DEFAULT_PACE } from '#sandbox/models/serverContext.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Selector of the composer when it accepts input. */
const EDITOR = '.ava-composer-editor[contenteditable=true]';

/** Script that is added to every frame of the page. It records the time at which the editor appears. */
const RECORD_INTERACTIVE = `
  (function check() {
    if (document.querySelector('${EDITOR}')) window.benchInteractive = performance.now();
    else requestAnimationFrame(check);
  })();`;

interface Load {
  /** Compressed bytes from the tab's origin until the editor accepts input. */
  bytes: number;
  requests: number;
  scriptBytes: number;
  /** Time from the start of the tab's navigation until the editor accepts input, in ms. */
  interactive: number;
}

/** Loads the tab in Chromium through the host page, first with an empty cache and then with a full one. */
export const tab: Measure = async ({ quick }) => {
  // Builds again, because the build in dist/tab may have been made in the mode 'quick', which compresses less.
  await buildTab(root);
  const app = await startApp({ process: 'own', pace: DEFAULT_PACE });
  const browser = await openBrowser();
  try {
    const first: Load[] = [];
    const again: Load[] = [];
    for (let round = 0; round < (quick ? 1 : 7); round += 1) {
      const loads = await loadTwice(browser, app);
      first.push(loads.first);
      again.push(loads.again);
    }
    return toFigures(first, again);
  } finally {
    await browser.close();
    await app.close();
  }
};

function toFigures(first: Load[], again: Load[]): Figure[] {
  const median = (loads: Load[], select: (load: Load) => number) => percentile(loads.map(select), 0.5);
  const requests = `${median(first, (load) => load.requests)} requests`;
  return [
    {
      name: 'first load, compressed',
      value: median(first, (load) => load.bytes) / 1_024,
      unit: 'KB',
      aim: { below: 350 },
      note: requests,
    },
    { name: 'first load, scripts only', value: median(first, (load) => load.scriptBytes) / 1_024, unit: 'KB' },
    { name: 'time to interactive, empty cache', value: median(first, (load) => load.interactive), unit: 'ms' },
    { name: 'time to interactive, full cache', value: median(again, (load) => load.interactive), unit: 'ms' },
    { name: 'second load, compressed', value: median(again, (load) => load.bytes) / 1_024, unit: 'KB' },
  ];
}

async function loadTwice(browser: Browser, app: TestApp): Promise<{ first: Load; again: Load }> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, bypassCSP: true });
  try {
    await context.addInitScript(RECORD_INTERACTIVE);
    return { first: await load(await context.newPage(), app), again: await load(await context.newPage(), app) };
  } finally {
    await context.close();
  }
}

async function load(page: Page, app: TestApp): Promise<Load> {
  const network = await page.context().newCDPSession(page);
  const requestTypes = new Map<string, string>();
  const result: Load = { bytes: 0, requests: 0, scriptBytes: 0, interactive: 0 };
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.url.startsWith(app.url)) requestTypes.set(requestId, type);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!requestTypes.has(requestId)) return;
    result.requests += 1;
    result.bytes += encodedDataLength;
    if (requestTypes.get(requestId) === 'Script') result.scriptBytes += encodedDataLength;
  });
  await network.send('Network.enable');
  await page.goto(`${app.urls.teams}/?person=ada`);
  const frame = await waitForTab(page, app);
  await frame.waitForFunction('window.benchInteractive');
  result.interactive = await frame.evaluate<number>('window.benchInteractive');
  await page.close();
  return result;
}

async function waitForTab(page: Page, app: TestApp): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((candidate) => candidate.url().startsWith(`${app.url}/`));
    if (frame) return frame;
    await page.waitForTimeout(5);
  }
}
