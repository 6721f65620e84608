import type { Browser } from 'playwright-core';
import { openDatabase } from '../../api/src/storage/openDatabase.ts';
import { createStore } from '../../api/src/storage/store.ts';
import { getPerson } from '../../env/sandbox/people.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { makeChatRow, makeMessageRow } from '../harness/storage/rows.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';
import { createRecordingLog } from '../harness/fakes/recordingLog.ts';

const HOSTILE = ['>'.repeat(3_000), '- '.repeat(10_000), '**a_ '.repeat(40_000), '['.repeat(20_000)];
const NORMAL = 'Trains are **cheap**, flights are not.';
/** Processor time of the page's main thread; half a second is what it takes in all, 55 ms what it takes at once. */
const AT_ONCE_MS = 250;
const ALL_MS = 3_000;

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  await app.terminate();
  await keepChats();
  await app.restart();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Answers as a model, or a colleague's shared chat, could have brought them. */
async function keepChats(): Promise<void> {
  const database = await openDatabase({ dataDir: app.dataDir, log: createRecordingLog() });
  const store = createStore(database.kysely);
  const { tenantId, oid: id } = getPerson('ben');
  const ben = { tenantId, id };
  const chat = await store.chats.create(makeChatRow(ben, { title: 'Hostile', updatedAt: new Date() }));
  const other = await store.chats.create(makeChatRow(ben, { title: 'Harmless' }));
  const answers = [...HOSTILE, NORMAL];
  for (const [at, content] of answers.entries()) {
    await store.messages.append(makeMessageRow(chat.id, { content: `Question ${at}` }));
    await store.messages.append(makeMessageRow(chat.id, { source: 'AVA', content }));
  }
  await store.messages.append(makeMessageRow(other.id, { source: 'AVA', content: 'A harmless answer.' }));
  await database.close();
}

/** Watches how long the tab's main thread is busy at once, in its own processor time. */
async function watch(visitor: Visit): Promise<() => Promise<{ longest: number; all: number }>> {
  const client = await visitor.page.context().newCDPSession(visitor.page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const from = await busy();
  let last = from;
  let longest = 0;
  let watching = true;
  const rounds = (async () => {
    while (watching) {
      const now = await busy();
      longest = Math.max(longest, now - last);
      last = now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    watching = false;
    await rounds;
    return { longest, all: (await busy()) - from };
  };
}

async function seesAllOf(visitor: Visit): Promise<void> {
  const scroller = visitor.tab.getByRole('region', { name: 'Conversation' });
  for (const text of HOSTILE) {
    const beginning = text.slice(0, 40);
    for (let step = 0; step < 200; step += 1) {
      const shown = await visitor.answers.evaluateAll((entries) => entries.map((entry) => entry.textContent ?? ''));
      if (shown.some((each) => each.includes(text))) break;
      if (step === 199) throw new Error(`${beginning} is not shown.`);
      await scroller.evaluate((element) => element.scrollBy(0, element.scrollTop === 0 ? 0 : -400));
    }
  }
}

it("Ben reads a chat with hostile answers and can still do everything", async () => {
  const visitor = await openVisit(browser, app, { person: 'ben' });
  const end = await watch(visitor);
  await visitor.history.getByRole('button', { name: 'Hostile', exact: true }).click();
  await visitor.tab.getByText('Trains are cheap, flights are not.').waitFor();
  await expect(visitor.tab.locator('strong', { hasText: 'cheap' }).count()).resolves.toBe(1);
  await seesAllOf(visitor);
  const { longest, all } = await end();
  expect(longest).toBeLessThan(AT_ONCE_MS);
  expect(all).toBeLessThan(ALL_MS);

  await visitor.page.reload();
  await visitor.tab.getByText('Trains are cheap, flights are not.').waitFor();
  await visitor.ask('repeat after me: good morning');
  await visitor.answered();
  await visitor.tab.getByText('good morning', { exact: false }).last().waitFor();

  await visitor.history.getByRole('button', { name: 'Harmless', exact: true }).click();
  await visitor.tab.getByText('A harmless answer.').waitFor();
  await visitor.close();
});
