import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build, preview } from 'vite';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { percentile, type Measure } from '#tests/bench/figures.ts';
import { makeMarkdown } from '#tests/bench/data/randomText.ts';

const pageFolder = fileURLToPath(new URL('../markdownPage', import.meta.url));
const tabConfig = fileURLToPath(new URL('../../../tab/vite.config.ts', import.meta.url));
const CHUNK = 40;

interface RenderTimes {
  /** Time of the page's main thread for script, style, layout and paint, in ms. */
  cpu: number;
  p50: number;
  p99: number;
  longest: number;
}

/**
 * Renders a 50 KB answer in pieces of 40 characters, one render per piece, in Chromium. The peer renders the whole text
 * with react-markdown for every piece.
 */
export const markdown: Measure = async ({ quick }) => {
  const text = makeMarkdown(quick ? 5_000 : 50_000);
  const times = await withBenchPage(async (open) => ({
    ava: await measureRender(await open(), 'ava', text),
    naive: await measureRender(await open(), 'naive', text),
  }));
  const compare = (name: string, select: (times: RenderTimes) => number) => ({
    name: `${Math.round(text.length / 1_000)} KB in ${Math.ceil(text.length / CHUNK)} chunks: ${name}`,
    value: select(times.ava),
    unit: 'ms' as const,
    peer: { name: 'full render', value: select(times.naive) },
  });
  return [
    compare('CPU', ({ cpu }) => cpu),
    compare('chunk p50', ({ p50 }) => p50),
    compare('chunk p99', ({ p99 }) => p99),
    compare('longest chunk', ({ longest }) => longest),
  ];
};

/** Builds the page like the tab into a temporary folder and serves it while `work` runs. */
async function withBenchPage<T>(work: (open: () => Promise<Page>) => Promise<T>): Promise<T> {
  const outDir = await mkdtemp(join(tmpdir(), 'ava-bench-'));
  const shared = { configFile: tabConfig, root: pageFolder, publicDir: false, logLevel: 'error' } as const;
  try {
    await build({ ...shared, build: { outDir, rollupOptions: { input: join(pageFolder, 'index.html') } } });
    const server = await preview({ ...shared, build: { outDir }, preview: { host: '127.0.0.1', port: 0 } });
    const browser = await openBrowser();
    try {
      return await work(async () => {
        const opened = await browser.newPage();
        await opened.goto(server.resolvedUrls?.local[0] ?? '');
        return opened;
      });
    } finally {
      await browser.close();
      await server.close();
    }
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

async function measureRender(page: Page, renderer: string, text: string): Promise<RenderTimes> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const readBusyMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  await page.waitForFunction('window.draw');
  const before = await readBusyMs();
  const times = await page.evaluate<number[]>(
    `window.draw(${JSON.stringify(renderer)}, ${JSON.stringify(text)}, ${CHUNK})`,
  );
  const cpu = (await readBusyMs()) - before;
  await page.close();
  return { cpu, p50: percentile(times, 0.5), p99: percentile(times, 0.99), longest: Math.max(...times) };
}
