import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { build, preview } from 'vite';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { percentile, type Measure } from './figures.ts';
import { markdown as answerOf } from './texts.ts';

const page = fileURLToPath(new URL('page', import.meta.url));
const tab = fileURLToPath(new URL('../../tab/vite.config.ts', import.meta.url));
const CHUNK = 40;

interface Drawn {
  /** Time of the page's main thread, in ms: script, style, layout, paint. */
  cpu: number;
  p50: number;
  p99: number;
  longest: number;
}

/**
 * A 50 KB answer that arrives in chunks of 40 characters, one render a chunk, in Chromium. The peer draws the whole text
 * again with react-markdown at every chunk.
 */
export const markdown: Measure = async ({ quick }) => {
  const text = answerOf(quick ? 5_000 : 50_000);
  const drawn = await onBenchPage(async (open) => ({
    ava: await draw(await open(), 'ava', text),
    naive: await draw(await open(), 'naive', text),
  }));
  const both = (name: string, of: (drawn: Drawn) => number) => ({
    name: `${Math.round(text.length / 1_000)} KB in ${Math.ceil(text.length / CHUNK)} chunks: ${name}`,
    value: of(drawn.ava),
    unit: 'ms' as const,
    peer: { name: 'drawn anew', value: of(drawn.naive) },
  });
  return [
    both('CPU', ({ cpu }) => cpu),
    both('a chunk p50', ({ p50 }) => p50),
    both('a chunk p99', ({ p99 }) => p99),
    both('longest chunk', ({ longest }) => longest),
  ];
};

/** Builds the page into a folder of its own, as the tab is built, and serves it while `work` opens it. */
async function onBenchPage<T>(work: (open: () => Promise<Page>) => Promise<T>): Promise<T> {
  const outDir = await mkdtemp(join(tmpdir(), 'ava-bench-'));
  const shared = { configFile: tab, root: page, publicDir: false, logLevel: 'error' } as const;
  try {
    await build({ ...shared, build: { outDir, rollupOptions: { input: join(page, 'index.html') } } });
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

async function draw(on: Page, way: string, text: string): Promise<Drawn> {
  const devtools = await on.context().newCDPSession(on);
  await devtools.send('Performance.enable');
  const busyMs = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1_000;
  };
  await on.waitForFunction('window.draw');
  const before = await busyMs();
  const times = await on.evaluate<number[]>(`window.draw(${JSON.stringify(way)}, ${JSON.stringify(text)}, ${CHUNK})`);
  const cpu = (await busyMs()) - before;
  await on.close();
  return { cpu, p50: percentile(times, 0.5), p99: percentile(times, 0.99), longest: Math.max(...times) };
}
