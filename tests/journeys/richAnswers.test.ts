import type { Browser, Locator } from 'playwright-core';
import type { Store } from '#api/storage/store.ts';
import { getPerson } from '#sandbox/people.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { makeChatRow, makeMessageRow } from '#tests/harness/storage/rows.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';

const RICH = [
  'The area is \\(\\pi r^2\\), and it costs $5 and $10.',
  '\\[\nE = mc^2\n\\]',
  '```python\ndef area(r):\n    return 3.14 * r ** 2\n```',
  '```mermaid\nflowchart LR\n  A[Request] --> B{Approved?}\n  B -->|yes| C[Book]\n  B -->|no| D[Ask again]\n```',
  '| City | Price |\n| - | -: |\n| Oslo | 160 |\n| Rome | =1+1 |',
].join('\n\n');

/** Each diagram tries to run a script, to load an address or to take forever. The last one is harmless. */
const HOSTILE_DIAGRAMS = [
  'flowchart LR\n  A["<img src=https://evil.example/a onerror=parent.hit=1>"] --> B["<script>parent.hit=1</script>"]',
  'flowchart LR\n  A --> B\n  click A href "javascript:parent.hit=1"\n  click B call alert()',
  '%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "* { background: url(https://evil.example/b) }"}}%%\nflowchart LR\n  A --> B',
  `flowchart LR\n${Array.from({ length: 900 }, (_, index) => `  n${index % 30} --> n${(index * 7) % 30}`).join('\n')}`,
  'gantt\n  dateFormat YYYY-MM-DD\n  tickInterval 1millisecond\n  section A\n  task :a1, 1000-01-01, 9999d',
  'block-beta\n  columns 3\n  space:100000000',
  `flowchart LR\n  A["${'x'.repeat(20_000)}"]`,
  'sequenceDiagram\n  Ada->>Ben: Hello',
];
/** Without the limits on diagrams, the fifth one blocks the page for more than a minute. */
const MAX_PAUSE_MS = 20_000;

const HOSTILE = ['>'.repeat(3_000), '- '.repeat(10_000), '**a_ '.repeat(40_000), '['.repeat(20_000)];
const NORMAL = 'Trains are **cheap**, flights are not.';
/** Limits for the CPU time of the page's main thread. Measured: 55 ms for the longest block, 500 ms in total. */
const MAX_BLOCK_MS = 250;
const MAX_TOTAL_MS = 3_000;

let app: TestApp;
let browser: Browser;
/**
 * The tests share one page, because none depends on what another leaves behind. The first test measures the new page.
 */
let visit: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ addRows: addChats }), openBrowser()]);
  visit = await openVisit(browser, app, { person: 'ben' });
  await visit.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Stores answers that could come from a model or a shared chat. */
async function addChats(store: Store): Promise<void> {
  const { tenantId, oid: id } = getPerson('ben');
  const chats = {
    Rich: [RICH],
    Diagrams: [HOSTILE_DIAGRAMS.map((text) => `\`\`\`mermaid\n${text}\n\`\`\``).join('\n\n')],
    Harmless: ['A harmless answer.'],
    Hostile: [...HOSTILE, NORMAL],
  };
  for (const [title, answers] of Object.entries(chats)) {
    const chat = await store.chats.create(makeChatRow({ tenantId, id }, { title, updatedAt: new Date() }));
    for (const content of answers) {
      await store.messages.append(makeMessageRow(chat.id, { content: 'Please explain.' }));
      await store.messages.append(makeMessageRow(chat.id, { source: 'AVA', content }));
    }
  }
}

async function open(title: string): Promise<Locator> {
  await visit.history.getByRole('button', { name: title, exact: true }).click();
  return visit.answers.last();
}

/** Measures the CPU time of the tab's main thread until the returned function is called. */
async function startMeasuring(): Promise<() => Promise<{ longest: number; total: number }>> {
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

async function expectAllShown(): Promise<void> {
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

/** @proves threat:undrawable-entry */
it('Ben reads a chat with hostile answers and can still do everything', async () => {
  const stopMeasuring = await startMeasuring();
  await open('Hostile');
  await visit.tab.getByText('Trains are cheap, flights are not.').waitFor();
  await expect(visit.tab.locator('strong', { hasText: 'cheap' }).count()).resolves.toBe(1);
  await expectAllShown();
  const { longest, total } = await stopMeasuring();
  expect(longest).toBeLessThan(MAX_BLOCK_MS);
  expect(total).toBeLessThan(MAX_TOTAL_MS);

  await visit.page.reload();
  await visit.tab.getByText('Trains are cheap, flights are not.').waitFor();
  await visit.ask('repeat after me: good morning');
  await visit.waitForAnswer();
  await visit.tab.getByText('good morning', { exact: false }).last().waitFor();

  await open('Harmless');
  await visit.tab.getByText('A harmless answer.').waitFor();
});

it('Ben reads formulas, highlighted code and a diagram', async () => {
  const answer = await open('Rich');
  await answer.locator('.katex').first().waitFor();
  expect(await answer.locator('.katex').count()).toBe(2);
  await answer.getByText('it costs $5 and $10', { exact: false }).waitFor();
  await answer.locator('code span').first().waitFor();
  const colors = await readInTab<string[]>(
    `[...document.querySelectorAll('code, code span')].slice(0, 2).map((element) => getComputedStyle(element).color)`,
  );
  expect(colors[0]).not.toBe(colors[1]);

  const picture = answer.getByRole('img', { name: 'Diagram' });
  await picture.waitFor();
  const size = await readInTab<number[]>(
    `[...document.images].filter(({ alt }) => alt === 'Diagram').flatMap((image) => [image.naturalWidth, image.naturalHeight])`,
  );
  expect(Math.min(...size)).toBeGreaterThan(20);
  await answer.getByRole('button', { name: 'Show source' }).click();
  await answer.getByText('A[Request] --> B{Approved?}', { exact: false }).waitFor();
});

it('Ben copies the answer for Word, and its table for Excel', async () => {
  const answer = await open('Rich');
  await answer.hover();
  await answer.getByRole('button', { name: 'Copy', exact: true }).click();
  const read = (type: string) =>
    visit.page.evaluate<string>(
      `navigator.clipboard.read().then(async ([item]) => (await item.getType('${type}')).text())`,
    );
  await eventually(async () => expect(await read('text/plain')).toContain('\\(\\pi r^2\\)'));
  const html = await read('text/html');
  expect(html).toMatch(/<table[^>]*border-collapse/);
  expect(html).not.toMatch(/<button|class=/);
});

/** @proves threat:diagrams */
it('hostile diagrams stay text or pictures, load nothing, and do not block the page', async () => {
  const requests: string[] = [];
  visit.page.on('request', (request) => requests.push(request.url()));
  const readLongestPause = await startTimer();
  const answer = await open('Diagrams');
  const pictures = answer.getByRole('img', { name: 'Diagram' });
  const failures = answer.getByText("This diagram couldn't be drawn.");
  await eventually(
    async () => {
      const [drawn, failed] = await Promise.all([pictures.count(), failures.count()]);

      expect(drawn + failed).toBe(HOSTILE_DIAGRAMS.length);
    },
    { everyMs: 200 },
  );
  expect(await readLongestPause()).toBeLessThan(MAX_PAUSE_MS);
  expect(requests.filter((url) => url.includes('evil.example'))).toEqual([]);
  expect(await readInTab<boolean>(`'hit' in window`)).toBe(false);
});

/** Evaluates an expression in the page of the tab. */
async function readInTab<T>(expression: string): Promise<T> {
  return (await visit.tab.locator('body').evaluate(expression)) as T;
}

/** Measures how long the tab's page could not react; call the returned function for the result in milliseconds. */
async function startTimer(): Promise<() => Promise<number>> {
  await readInTab(`window.timer = { before: performance.now(), longest: 0 }, setInterval(() => {
      timer.longest = Math.max(timer.longest, performance.now() - timer.before);
      timer.before = performance.now();
    }, 20)`);
  return () => readInTab<number>('timer.longest');
}
