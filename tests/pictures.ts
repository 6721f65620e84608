import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { openBrowser } from './harness/browser.ts';
import { makePdf } from './harness/documents.ts';
import { startApp, type TestApp } from './harness/startApp.ts';
import { visit, type Switches, type Visit } from './harness/visit.ts';

/** `npm run pictures`: every screen at three widths in three themes, into an ignored folder, to be looked at. */
const folder = fileURLToPath(new URL('../.pictures/', import.meta.url));
const themes = ['default', 'dark', 'contrast'] as const;
const widths = ['400', '680', '1280'] as const;

type Scene = (here: Visit) => Promise<void>;

const handbook = () =>
  makePdf([
    ['Northwind travel handbook', 'Who to ask when this handbook leaves something open.'],
    ['Hotels', 'A night in a hotel is paid up to 140 euros in capital cities.', 'Breakfast may be added to the bill.'],
  ]);

async function attach(here: Visit): Promise<void> {
  const file = { name: 'Travel handbook.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await handbook()) };
  await here.tab.locator('input[type=file]').setInputFiles(file);
  await here.tab.getByText('Processed Travel handbook.pdf successfully!').waitFor();
}

async function askWithFile(here: Visit): Promise<void> {
  await attach(here);
  await here.ask('How much is paid for a night in a hotel in capital cities?');
  await here.answered();
}

const scenes: Record<string, Scene> = {
  empty: async () => undefined,
  file: attach,
  answer: askWithFile,
  citation: async (here) => {
    await askWithFile(here);
    await here.answers.last().getByRole('button', { name: /^Source 1/ }).first().hover();
    await here.page.waitForTimeout(400);
  },
  viewer: async (here) => {
    await askWithFile(here);
    await here.answers.last().getByRole('button', { name: /^Source 1/ }).first().click();
    await here.page.waitForTimeout(1_500);
  },
  streaming: async (here) => {
    await here.ask('write 300 words about moving the office, with a table and code');
    await here.stop.waitFor();
    await here.page.waitForTimeout(1_200);
  },
  long: async (here) => {
    await here.ask('write 600 words about moving the office, with a table and code');
    await here.answered();
  },
  modelMenu: async (here) => {
    await here.tab.getByRole('button', { name: /GPT-4/ }).last().click();
    await here.page.waitForTimeout(400);
  },
  settings: async (here) => {
    await here.tab.getByRole('button', { name: 'Settings' }).first().click();
    await here.page.waitForTimeout(800);
  },
  help: async (here) => {
    await here.tab.getByText('Need help using AVA?').click();
    await here.page.waitForTimeout(800);
  },
  expired: async (here) => {
    await here.page.getByLabel('Session').selectOption('refused');
    await here.page.reload();
    await here.page.waitForTimeout(2_500);
  },
};

async function take(browser: Browser, app: TestApp, name: string, scene: Scene, switches: Switches): Promise<void> {
  const here = await visit(browser, app, switches);
  try {
    await scene(here);
  } catch (error) {
    console.error(`${name} at ${switches.width} in ${switches.theme}: ${error instanceof Error ? error.message.split('\n', 1)[0] : error}`);
  }
  await here.page.screenshot({ path: join(folder, `${name}-${switches.width}-${switches.theme}.png`) });
  await here.close();
}

const only = process.argv.slice(2);
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const [browser, app] = await Promise.all([openBrowser(), startApp()]);
for (const [name, scene] of Object.entries(scenes)) {
  if (only.length > 0 && !only.includes(name)) continue;
  for (const width of widths) for (const theme of themes) await take(browser, app, name, scene, { person: 'ada', width, theme });
  console.log(name);
}
await browser.close();
await app.close();
