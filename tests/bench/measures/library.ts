import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '#api/storage/openDatabase.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts';
import { northwind } from '#sandbox/people.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { startApp } from '#tests/harness/app/startApp.ts';
import { makeEnglish } from '#tests/bench/data/randomText.ts';
import { percentile, type Figure, type Measure } from '#tests/bench/figures.ts';

const MANY = 10_000;
const FEW = 100;
const CARD = `[data-card]:not([data-card=create])`;
const SEARCH = 'Quarter 7';

/** A script of the tab that returns a time in ms. */
type Timed = string;

interface Times {
  /** From the click until the first cards are drawn, with and without the list in the tab. */
  open: number;
  openAgain: number;
  /** From the last key until the filtered cards are drawn, without the pause before a search. */
  search: number;
  /** The longest frame while a person types, and while they scroll through the whole list. */
  typing: number;
  scrolling: number;
}

/** The prompt library in Chromium with as many prompts as a list can have, beside one with a hundred. */
export const library: Measure = async ({ quick }) => {
  const rounds = quick ? 1 : 5;
  const [few, many] = [await measure(FEW, rounds), await measure(quick ? FEW * 2 : MANY, rounds)];
  const toFigure = (name: string, key: keyof Times, aim?: Figure['aim']): Figure => ({
    name: `prompt library: ${name}`,
    value: percentile(many[key], 0.5),
    unit: 'ms',
    peer: { name: `${FEW} prompts`, value: percentile(few[key], 0.5) },
    ...(aim ? { aim } : {}),
  });
  return [
    toFigure('open, first time', 'open'),
    toFigure('open again', 'openAgain', { below: 200 }),
    toFigure('search after its pause', 'search', { below: 200 }),
    toFigure('longest frame while typing', 'typing'),
    toFigure('longest frame while scrolling', 'scrolling'),
  ];
};

async function measure(prompts: number, rounds: number): Promise<Record<keyof Times, number[]>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'ava-library-'));
  await seedPrompts(dataDir, prompts);
  const app = await startApp({ process: 'own', env: { DATA_DIR: dataDir } });
  const browser = await openBrowser();
  const all: Record<keyof Times, number[]> = { open: [], openAgain: [], search: [], typing: [], scrolling: [] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      const visit = await openVisit(browser, app, { width: '1280' });
      const times = await measureOnce(visit, prompts);
      for (const key of Object.keys(all) as (keyof Times)[]) all[key].push(times[key]);
      await visit.close();
    }
  } finally {
    await browser.close();
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return all;
}

async function measureOnce(visit: Visit, prompts: number): Promise<Times> {
  const { frame, page, tab } = visit;
  const time = (script: Timed) => frame.evaluate<number>(script);
  const open = await time(timeUntil(clickLibrary, `document.querySelector('${CARD}')`));
  await page.keyboard.press('Escape');
  await tab.locator(CARD).first().waitFor({ state: 'detached' });
  const openAgain = await time(timeUntil(clickLibrary, `document.querySelector('${CARD}')`));

  await tab.getByRole('searchbox', { name: 'Search prompts' }).click();
  await frame.evaluate(RECORD_FRAMES);
  await frame.evaluate(`document.addEventListener('input', () => { window.lastInput = performance.now(); }, true)`);
  await page.keyboard.type(SEARCH, { delay: 80 });
  const typing = await time(LONGEST_FRAME);
  const total = prompts.toLocaleString('en-US');
  const count = `[...document.querySelectorAll('[role=dialog] [role=status]')].map((line) => line.innerText).join()`;
  await time(timeUntil('', `!${count}.includes('${total} prompts')`));
  const search = (await time('performance.now() - window.lastInput')) - SEARCH_DEBOUNCE_MS;
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await time(timeUntil('', `${count}.includes('${total} prompts')`));

  await frame.evaluate(RECORD_FRAMES);
  await frame.evaluate(SCROLL);
  return { open, openAgain, search, typing, scrolling: await time(LONGEST_FRAME) };
}

const clickLibrary = `document.querySelector('button[aria-label="Prompt Library"]').click()`;

/** Does something, and returns the time until the first frame in which a condition is true. */
const timeUntil = (action: string, condition: string): Timed => `new Promise((resolve) => {
  const start = performance.now();
  ${action};
  const check = () => {
    if (${condition}) requestAnimationFrame(() => resolve(performance.now() - start));
    else requestAnimationFrame(check);
  };
  check();
})`;

const RECORD_FRAMES = `{
  window.longestFrame = 0;
  let last = performance.now();
  const id = {};
  window.recording = id;
  const record = (now) => {
    window.longestFrame = Math.max(window.longestFrame, now - last);
    last = now;
    if (window.recording === id) requestAnimationFrame(record);
  };
  requestAnimationFrame(record);
}`;

const LONGEST_FRAME: Timed = `(() => { window.recording = null; return window.longestFrame; })()`;

/** Scrolls the cards to the end in sixty frames. */
const SCROLL = `new Promise((resolve) => {
  const box = document.querySelector('[data-card]').closest('ul').parentElement;
  const step = (box.scrollHeight - box.clientHeight) / 60;
  let frame = 0;
  const next = () => {
    box.scrollTop += step;
    frame += 1;
    if (frame === 60) resolve();
    else requestAnimationFrame(next);
  };
  next();
})`;

/** Fills a store with shared prompts of all people, with texts of some 300 characters. */
async function seedPrompts(dataDir: string, prompts: number): Promise<void> {
  const log = { info: () => undefined, warn: console.warn, error: console.error };
  const { kysely, close } = await openDatabase({ dataDir, databaseUrl: undefined, log });
  const owners = northwind.people.map(({ oid }) => oid);
  const texts = Array.from({ length: 100 }, (_, index) => makeEnglish(200 + index * 2, index));
  await sql`insert into prompt (id, tenant_id, owner_id, owner_name, owner_email, title, title_key, text, labels,
      is_private, teams, version, created_at, modified_at)
    select gen_random_uuid(), ${northwind.tenantId}, (${owners}::text[])[1 + n % ${owners.length}], 'Somebody', '',
      'Quarter ' || n, 'quarter ' || n, (${texts}::text[])[1 + n % 100], '["pdf"]'::jsonb, false, '[]'::jsonb, 1,
      now(), now() - n * interval '1 minute'
    from generate_series(1, ${prompts}::int) as n`.execute(kysely);
  await close();
}
