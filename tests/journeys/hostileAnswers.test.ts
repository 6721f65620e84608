import type { Browser } from 'playwright-core';
import type { Store } from '../../api/src/storage/store.ts';
import { getPerson } from '../../env/sandbox/people.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { makeChatRow, makeMessageRow } from '../harness/storage/rows.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';

const HOSTILE = ['>'.repeat(3_000), '- '.repeat(10_000), '**a_ '.repeat(40_000), '['.repeat(20_000)];
const NORMAL = 'Trains are **cheap**, flights are not.';
/** Limits for the CPU time of the page's main thread. Measured: 55 ms for the longest block, 500 ms in total. */
const MAX_BLOCK_MS = 250;
const MAX_TOTAL_MS = 3_000;

let app: TestApp;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ addRows: addChats }), openBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Stores answers that could come from a model or a shared chat. */
async function addChats(store: Store): Promise<void> {
  const { tenantId, oid: id } = getPerson('ben');
  const ben = { tenantId, id };
  const chat = await store.chats.create(makeChatRow(ben, { title: 'Hostile', updatedAt: new Date() }));
  const harmlessChat = await store.chats.create(makeChatRow(ben, { title: 'Harmless' }));
  const answers = [...HOSTILE, NORMAL];
  for (const [index, content] of answers.entries()) {
    await store.messages.append(makeMessageRow(chat.id, { content: `Question ${index}` }));
    await store.messages.append(makeMessageRow(chat.id, { source: 'AVA', content }));
  }
  await store.messages.append(makeMessageRow(harmlessChat.id, { source: 'AVA', content: 'A harmless answer.' }));
}

/** Measures the CPU time of the tab's main thread until the returned function is called. */
async function startMeasuring(visit: Visit): Promise<() => Promise<{ longest: number; total: number }>> {
  const client = await visit.page.context().newCDPSession(visit.page);
  await client.send('Performance.enable', { timeDomain: 'threadTicks' });
  const readBusyMs = async () => {
    const { metrics } = await client.send('Performance.getMetrics');
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  const start = await readBusyMs();
  let previous = start;
  let longest = 0;
  let isMeasuring = true;
  const measuring = (async () => {
    while (isMeasuring) {
      const now = await readBusyMs();
      longest = Math.max(longest, now - previous);
      previous = now;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return async () => {
    isMeasuring = false;
    await measuring;
    return { longest, total: (await readBusyMs()) - start };
  };
}

async function expectAllShown(visit: Visit): Promise<void> {
  const scroller = visit.tab.getByRole('region', { name: 'Conversation' });
  for (const text of HOSTILE) {
    const start = text.slice(0, 40);
    for (let step = 0; step < 100; step += 1) {
      const shown = await visit.answers.evaluateAll((entries) => entries.map((entry) => entry.textContent ?? ''));
      if (shown.some((entry) => entry.includes(text))) break;
      if (step === 99) throw new Error(`${start} is not shown.`);
      await scroller.hover();
      await visit.page.mouse.wheel(0, -2_000);
    }
  }
}

it('Ben reads a chat with hostile answers and can still do everything', async () => {
  const visit = await openVisit(browser, app, { person: 'ben' });
  const stopMeasuring = await startMeasuring(visit);
  await visit.history.getByRole('button', { name: 'Hostile', exact: true }).click();
  await visit.tab.getByText('Trains are cheap, flights are not.').waitFor();
  await expect(visit.tab.locator('strong', { hasText: 'cheap' }).count()).resolves.toBe(1);
  await expectAllShown(visit);
  const { longest, total } = await stopMeasuring();
  expect(longest).toBeLessThan(MAX_BLOCK_MS);
  expect(total).toBeLessThan(MAX_TOTAL_MS);

  await visit.page.reload();
  await visit.tab.getByText('Trains are cheap, flights are not.').waitFor();
  await visit.ask('repeat after me: good morning');
  await visit.waitForAnswer();
  await visit.tab.getByText('good morning', { exact: false }).last().waitFor();

  await visit.history.getByRole('button', { name: 'Harmless', exact: true }).click();
  await visit.tab.getByText('A harmless answer.').waitFor();
  await visit.close();
});
