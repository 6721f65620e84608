import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { generateTitle, getChat, getChats, newChat, shareChat } from '#contract/chats/chat.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { getSimilarityResults, searchResponse } from '#contract/sites/search.ts';
import type { CandidateFile } from '#contract/sites/corpusFiles.ts';
import { getSiteOfMention, type Site } from '#contract/sites/sites.ts';
import { HIDDEN_ANSWER } from '#api/answers/readableHistory.ts';
import { getPerson } from '#sandbox/people.ts';
import { pressKeys } from '#tests/harness/browser/keyboard.ts';
import { getWorkspace, openKnowledgeSearch, selectFinance } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '#tests/harness/client/corpora.ts';
import { eventually } from '#tests/harness/eventually.ts';
import { encodeCall, type CallInput } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import type { Visit } from '#tests/harness/browser/visit.ts';
import { collect, foldAnswer, MODEL } from '#tests/harness/client/answers.ts';

/** A removed permission takes effect within this time. */
const MINUTE_MS = 60_000;
const QUESTION = 'How often should travel advances be settled?';
const SECRET = 'settled every quarter';
const AUDIT_LETTER = 'Audit Letter 2025.pdf';
const BENS_FILES = ['Payroll Calendar 2027.txt', 'Welcome to Finance.txt'];

let app: TestApp;
let browser: Browser;
let ben: Visit;
let finance: Site;
let files: CandidateFile[];

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  finance = await makeCorpus(app.as('ada'), 'Finance');
  const names = [AUDIT_LETTER, 'Q1 2026 Review.pptx', ...BENS_FILES];
  files = (await listCrawledFiles(app.as('ada'), finance.SiteId)).filter(({ name }) => names.includes(name));
  for (const [person, own] of [
    ['ada', false],
    ['ben', true],
  ] as const) {
    await addFiles(
      app.as(person),
      finance,
      files.filter(({ name }) => BENS_FILES.includes(name) === own),
    );
  }
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const makeSearchInput = (convo_id: string, text: string, selected_ks_files: string[] = []) => ({
  convo_id,
  event_session_id: randomUUID(),
  site_id: finance.SiteId,
  model: MODEL,
  text,
  selected_ks_files,
});

/** Makes a call from a person's page with their token, as from the browser's console. */
async function callFrom(visit: Visit, person: string, endpoint: Endpoint, input: CallInput): Promise<string> {
  const { method, path, headers, body } = await encodeCall(endpoint, input, await app.getToken({ person }));
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  return visit.frame.evaluate(
    async ([url, init]) => {
      const reply = await fetch(url, init);
      return `${reply.status} ${await reply.text()}`;
    },
    [path, { method, headers: headers ?? {}, ...(typeof text === 'string' && { body: text }) }] as const,
  );
}

async function getModelRequestsSince(count: number): Promise<string> {
  return JSON.stringify((await app.listRequests('models')).slice(count));
}

it('Ben asks Finance, and Cleo, with whom he shares the chat, cannot get its content in any way', async () => {
  ben = await openKnowledgeSearch(browser, app, 'ben');
  await selectFinance(ben);
  await ben.ask(QUESTION);
  await ben.waitForAnswer();
  await expect(ben.answers.last().innerText()).resolves.toContain(SECRET);
  const [chat] = (await app.as('ben').call(getChats, {})).chats;
  const convoId = chat?.ConversationId ?? '';
  const { Messages } = await app.as('ben').call(getChat, { convo_id: convoId });
  const answerId = Messages.at(-1)?.message_id ?? '';
  expect(await callFrom(ben, 'ben', searchResponse, makeSearchInput(convoId, QUESTION))).toContain(SECRET);
  await app.as('ben').call(shareChat, { convo_id: convoId, peers: [getPerson('cleo').oid] });

  const requestCount = (await app.listRequests('models')).length;
  const cleo = await openKnowledgeSearch(browser, app, 'cleo');
  const seen: string[] = [];
  const recordScreen = async () => seen.push(await cleo.tab.locator('body').innerText());

  // She has no chip for Finance, and the shared chat has no content.
  await cleo.tab.getByText("You don't have access to a site yet. You can request access below.").waitFor();
  await cleo.tab.getByRole('button', { name: 'Request access to Finance' }).waitFor();
  expect(await cleo.tab.getByRole('button', { name: /^Finance/ }).count()).toBe(0);
  await recordScreen();
  await cleo.history.locator('[data-title]').first().click();
  await cleo.answers.last().waitFor();
  await expect(cleo.answers.last().innerText()).resolves.toContain(HIDDEN_ANSWER);
  await recordScreen();
  const shared = (await app.as('cleo').call(getChats, {})).chats.find(({ SharedBy }) => SharedBy !== null);
  const copyId = shared?.ConversationId ?? '';

  // A mention in Chat finds nothing, typed or selected.
  await cleo.tab.getByRole('tab', { name: 'Chat', exact: true }).click();
  await cleo.composer.click();
  await cleo.page.keyboard.type('@fin');
  await eventually(async () => expect(await cleo.tab.getByRole('option', { name: /^Finance/ }).count()).toBe(0));
  await cleo.page.keyboard.press('Escape');
  await cleo.page.keyboard.press('Control+a');
  await cleo.ask(`[Finance] ${QUESTION}`);
  await cleo.waitForAnswer();
  await recordScreen();

  // Calls from her browser's console with her token find nothing.
  const ownChatId = (await app.as('cleo').call(newChat, { chat_type: 'search' })).ConversationId;
  const fileIds = files.map(({ id }) => id);
  const calls: [Endpoint, CallInput][] = [
    [searchResponse, makeSearchInput(ownChatId, QUESTION)],
    [searchResponse, makeSearchInput(ownChatId, QUESTION, fileIds)],
    [searchResponse, makeSearchInput(copyId, 'And how often once more?')],
    [getSimilarityResults, { id: answerId }],
    [getSiteOfMention, { mention_name: 'Finance' }],
    [generateTitle, { convo_id: copyId, text: QUESTION }],
    [getChat, { convo_id: copyId }],
    [getChat, { convo_id: convoId }],
  ];
  for (const [endpoint, input] of calls) seen.push(await callFrom(cleo, 'cleo', endpoint, input));
  await cleo.close();
  const statuses = seen.slice(-calls.length).map((reply) => reply.slice(0, 3));
  expect(statuses).toEqual(['404', '404', '404', '200', '404', '200', '200', '404']);
  // The copy belongs to her, but its search results are empty.
  expect(seen).toContain('200 {"results":[],"total":0}');
  for (const text of [...seen, await getModelRequestsSince(requestCount)]) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(AUDIT_LETTER);
  }
});

describe('after Ada has removed Ben’s access to a file that he has asked about', () => {
  let closedAt: number;
  let requestCount: number;

  /** @proves threat:opened-citation */
  it('the page of the file no longer opens for Ben', async () => {
    await app.control('graph', 'access', {
      person: 'ben',
      file: `finance/Documents/Audit/${AUDIT_LETTER}`,
      role: 'none',
    });
    closedAt = Date.now();
    await ben.answers
      .last()
      .getByRole('button', { name: /^Source \d+: Audit Letter 2025\.pdf/ })
      .first()
      .click();
    await getWorkspace(ben).getByText('Unable to load file.').waitFor();
    await expect(getWorkspace(ben).innerText()).resolves.not.toContain(SECRET);
  });

  // Runs here to use the time until the removed permission takes effect.
  it('Ada can remove the files that Ben added to the corpus, and Ben can remove only his own', async () => {
    const listRemovableFiles = async (visit: Visit) => {
      await visit.tab.getByRole('button', { name: 'Manage files' }).click();
      await visit.tab.getByRole('tab', { name: 'Remove' }).click();
      const boxes = visit.tab.getByRole('checkbox', { name: /^Select (?!all)/ });
      await boxes.first().waitFor();
      return (
        await boxes.evaluateAll((elements) => elements.map((box) => box.getAttribute('aria-label') ?? ''))
      ).toSorted();
    };
    const remove = async (visit: Visit, name: string) => {
      await visit.tab.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true });
      await visit.tab.getByRole('button', { name: 'Remove Files from Corpus' }).click();
      await visit.tab.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await visit.tab.getByText('Removed 1 file from the corpus.').waitFor();
      await visit.tab.getByRole('checkbox', { name: `Select ${name}` }).waitFor({ state: 'detached' });
    };
    // A new chat, in which Finance is still selected.
    await pressKeys(ben, 'Control+k');
    expect(await listRemovableFiles(ben)).toEqual(BENS_FILES.map((name) => `Select ${name}`).toSorted());
    await remove(ben, 'Payroll Calendar 2027.txt');
    await pressKeys(ben, 'Escape');
    await ben.history.locator('[data-title]').first().click();
    await ben.answers.last().waitFor();
    const ada = await openKnowledgeSearch(browser, app, 'ada');
    await selectFinance(ada);
    expect(await listRemovableFiles(ada)).toEqual(
      [AUDIT_LETTER, 'Q1 2026 Review.pptx', 'Welcome to Finance.txt'].map((name) => `Select ${name}`),
    );
    await remove(ada, 'Welcome to Finance.txt');
    await ada.close();
  });

  /** @proves threat:removed-access */
  it('within a minute, the text of the file reaches no answer and no model, not even from earlier answers', async () => {
    await eventually(
      async () => {
        requestCount = (await app.listRequests('models')).length;
        const convo_id = (await app.as('ben').call(newChat, { chat_type: 'search' })).ConversationId;
        const answer = foldAnswer(
          await collect(await app.as('ben').stream(searchResponse, makeSearchInput(convo_id, QUESTION))),
        );
        expect(answer.content).not.toContain(SECRET);
      },
      { withinMs: closedAt + MINUTE_MS - Date.now(), everyMs: 5_000 },
    );
    await ben.ask('How often should travel advances be settled, once more?');
    await ben.waitForAnswer();
    await expect(ben.answers.last().innerText()).resolves.not.toContain(SECRET);
    expect(await getModelRequestsSince(requestCount)).not.toContain(SECRET);
    expect((await app.listRequests('models')).length).toBeGreaterThan(requestCount);
  });
});
