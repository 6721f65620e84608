import { fileURLToPath } from 'node:url';
import type { Browser, Frame, Page } from 'playwright-core';
import { buildTab, isTabStale } from '../../env/sandbox/launcher/buildTab.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { percentile, type Figure, type Measure } from './figures.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Where a person can type. */
const EDITOR = '.ava-composer-editor[contenteditable=true]';

/** Notes, in every frame, when the editor is there and the frame has been drawn with it. */
const NOTE_INTERACTIVE = `
  (function look() {
    if (document.querySelector('${EDITOR}')) window.benchInteractive = performance.now();
    else requestAnimationFrame(look);
  })();`;

interface Load {
  /** Bytes over the wire from the tab's own origin until a person could type, as they were compressed. */
  bytes: number;
  requests: number;
  scriptBytes: number;
  /** From the beginning of the tab's navigation until a person could type, in ms. */
  interactive: number;
}

/** The tab's first load in Chromium through the host page, with nothing in the cache, and again with all in it. */
export const tab: Measure = async ({ quick }) => {
  if (await isTabStale(root)) await buildTab(root);
  const app = await startApp();
  const browser = await openBrowser();
  try {
    const first: Load[] = [];
    const again: Load[] = [];
    for (let round = 0; round < (quick ? 1 : 7); round += 1) {
      const loads = await loadTwice(browser, app);
      first.push(loads.first);
      again.push(loads.again);
    }
    return figuresOf(first, again);
  } finally {
    await browser.close();
    await app.close();
  }
};

function figuresOf(first: Load[], again: Load[]): Figure[] {
  const median = (loads: Load[], of: (load: Load) => number) => percentile(loads.map(of), 0.5);
  const requests = `${median(first, (load) => load.requests)} requests`;
  return [
    {
      name: 'first load, compressed',
      value: median(first, (load) => load.bytes) / 1_024,
      unit: 'KB',
      aim: { below: 350 },
      note: requests,
    },
    { name: 'of it scripts', value: median(first, (load) => load.scriptBytes) / 1_024, unit: 'KB' },
    { name: 'time to interactive, nothing cached', value: median(first, (load) => load.interactive), unit: 'ms' },
    { name: 'time to interactive, all cached', value: median(again, (load) => load.interactive), unit: 'ms' },
    { name: 'second load, compressed', value: median(again, (load) => load.bytes) / 1_024, unit: 'KB' },
  ];
}

async function loadTwice(browser: Browser, app: TestApp): Promise<{ first: Load; again: Load }> {
  const context = await browser.newContext({ viewport: { width: 1_280, height: 800 }, bypassCSP: true });
  try {
    await context.addInitScript(NOTE_INTERACTIVE);
    return { first: await load(await context.newPage(), app), again: await load(await context.newPage(), app) };
  } finally {
    await context.close();
  }
}

async function load(page: Page, app: TestApp): Promise<Load> {
  const network = await page.context().newCDPSession(page);
  const wanted = new Map<string, string>();
  const result: Load = { bytes: 0, requests: 0, scriptBytes: 0, interactive: 0 };
  network.on('Network.responseReceived', ({ requestId, response, type }) => {
    if (response.url.startsWith(app.url)) wanted.set(requestId, type);
  });
  network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!wanted.has(requestId)) return;
    result.requests += 1;
    result.bytes += encodedDataLength;
    if (wanted.get(requestId) === 'Script') result.scriptBytes += encodedDataLength;
  });
  await network.send('Network.enable');
  await page.goto(`${app.urls.teams}/?person=ada`);
  const frame = await tabIn(page, app);
  await frame.waitForFunction('window.benchInteractive');
  result.interactive = await frame.evaluate<number>('window.benchInteractive');
  await page.close();
  return result;
}

async function tabIn(page: Page, app: TestApp): Promise<Frame> {
  for (;;) {
    const frame = page.frames().find((each) => each.url().startsWith(`${app.url}/`));
    if (frame) return frame;
    await page.waitForTimeout(5);
  }
}
