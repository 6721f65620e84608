import { randomUUID } from 'node:crypto';
import type { Browser } from 'playwright-core';
import { generateTitle, getChat, getChats, newChat, shareChat } from '../../api/contract/chat.ts';
import type { Endpoint } from '../../api/contract/endpoint.ts';
import { getSimilarityResults, searchResponse } from '../../api/contract/search.ts';
import type { CandidateFile } from '../../api/contract/corpusFiles.ts';
import { getSiteOfMention, type Site } from '../../api/contract/sites.ts';
import { HIDDEN_ANSWER } from '../../api/src/answers/readableHistory.ts';
import { getPerson } from '../../env/sandbox/people.ts';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { addFiles, listCrawledFiles, makeCorpus } from '../harness/client/corpora.ts';
import { eventually } from '../harness/eventually.ts';
import { encodeCall, type CallInput } from '../harness/http/request.ts';
import { pressKeys, moveFocusTo } from '../harness/browser/keyboard.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';
import { collect, foldAnswer, MODEL } from '../harness/client/answers.ts';

/** Removed access counts within this time. */
const MINUTE_MS = 60_000;
const QUESTION = 'How often should travel advances be settled?';
const SECRET = 'settled every quarter';
const AUDIT_LETTER = 'Audit Letter 2025.pdf';
const OWN = ['Payroll Calendar 2027.txt', 'Welcome to Finance.txt'];

let app: TestApp;
let browser: Browser;
let finance: Site;
let files: CandidateFile[];

beforeAll(async () => {
  [app, browser] = await Promise.all([startApp({ features: { knowledgeSearch: true } }), openBrowser()]);
  await app.control('models', 'pace', { ms: 0 });
  finance = await makeCorpus(app.as('ada'), 'Finance');
  const names = [AUDIT_LETTER, 'Q1 2026 Review.pptx', ...OWN];
  files = (await listCrawledFiles(app.as('ada'), finance.SiteId)).filter(({ name }) => names.includes(name));
  for (const [person, own] of [
    ['ada', false],
    ['ben', true],
  ] as const) {
    await addFiles(
      app.as(person),
      finance,
      files.filter(({ name }) => OWN.includes(name) === own),
    );
  }
}, 120_000);
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function openSearch(person: string): Promise<Visit> {
  const here = await openVisit(browser, app, { person });
  await here.tab.getByRole('tab', { name: 'Knowledge Search' }).click();
  return here;
}

const chooseFinance = (here: Visit) =>
  here.tab
    .getByRole('button', { name: /^Finance/ })
    .first()
    .click();
const workspace = (here: Visit) => here.tab.getByRole('complementary', { name: 'Workspace' });
const askInSearch = (convo_id: string, text: string, selected_ks_files: string[] = []) => ({
  convo_id,
  event_session_id: randomUUID(),
  site_id: finance.SiteId,
  model: MODEL,
  text,
  selected_ks_files,
});

/** Makes a call from a person's page with their own token, as someone would who types into the browser's console. */
async function callFrom(here: Visit, person: string, endpoint: Endpoint, ask: CallInput): Promise<string> {
  const { method, path, headers, body } = await encodeCall(endpoint, ask, await app.getToken({ person }));
  const text = body instanceof Uint8Array ? new TextDecoder().decode(body) : body;
  return here.frame.evaluate(
    async ([address, how]) => {
      const reply = await fetch(address, how);
      return `${reply.status} ${await reply.text()}`;
    },
    [path, { method, headers: headers ?? {}, ...(typeof text === 'string' && { body: text }) }] as const,
  );
}

async function modelsHeardSince(count: number): Promise<string> {
  return JSON.stringify((await app.listRequests('models')).slice(count));
}

it('Ben asks Finance, and Cleo, with whom he shares the chat, cannot get its content in any way', async () => {
  const ben = await openSearch('ben');
  await chooseFinance(ben);
  await ben.ask(QUESTION);
  await ben.answered();
  await expect(ben.answers.last().innerText()).resolves.toContain(SECRET);
  const [chat] = (await app.as('ben').call(getChats, {})).chats;
  const convoId = chat?.ConversationId ?? '';
  const { Messages } = await app.as('ben').call(getChat, { convo_id: convoId });
  const answerId = Messages.at(-1)?.message_id ?? '';
  expect(await callFrom(ben, 'ben', searchResponse, askInSearch(convoId, QUESTION))).toContain(SECRET);
  await app.as('ben').call(shareChat, { convo_id: convoId, peers: [getPerson('cleo').oid] });
  await ben.close();

  const heard = (await app.listRequests('models')).length;
  const cleo = await openSearch('cleo');
  const seen: string[] = [];
  const look = async () => seen.push(await cleo.tab.locator('body').innerText());

  // No chip to choose, and what was shared is there without what it says.
  await cleo.tab.getByRole('button', { name: 'Request access to Finance' }).waitFor();
  expect(await cleo.tab.getByRole('button', { name: /^Finance/ }).count()).toBe(0);
  await look();
  await cleo.history.locator('[data-title]').first().click();
  await cleo.answers.last().waitFor();
  await expect(cleo.answers.last().innerText()).resolves.toContain(HIDDEN_ANSWER);
  await look();
  const shared = (await app.as('cleo').call(getChats, {})).chats.find(({ SharedBy }) => SharedBy !== null);
  const copyId = shared?.ConversationId ?? '';

  // A mention in Chat finds nothing, typed or chosen.
  await cleo.tab.getByRole('tab', { name: 'Chat', exact: true }).click();
  await cleo.composer.click();
  await cleo.page.keyboard.type('@fin');
  await eventually(async () => expect(await cleo.tab.getByRole('option', { name: /^Finance/ }).count()).toBe(0));
  await cleo.page.keyboard.press('Escape');
  await cleo.page.keyboard.press('Control+a');
  await cleo.ask(`[Finance] ${QUESTION}`);
  await cleo.answered();
  await look();

  // And from the console of her browser, with her own token.
  const own = (await app.as('cleo').call(newChat, { chat_type: 'search' })).ConversationId;
  const fileIds = files.map(({ id }) => id);
  const calls: [Endpoint, CallInput][] = [
    [searchResponse, askInSearch(own, QUESTION)],
    [searchResponse, askInSearch(own, QUESTION, fileIds)],
    [searchResponse, askInSearch(copyId, 'And how often once more?')],
    [getSimilarityResults, { id: answerId }],
    [getSiteOfMention, { mention_name: 'Finance' }],
    [generateTitle, { convo_id: copyId, text: QUESTION }],
    [getChat, { convo_id: copyId }],
    [getChat, { convo_id: convoId }],
  ];
  for (const [endpoint, ask] of calls) seen.push(await callFrom(cleo, 'cleo', endpoint, ask));
  await cleo.close();
  const statuses = seen.slice(-calls.length).map((reply) => reply.slice(0, 3));
  expect(statuses).toEqual(['404', '404', '404', '200', '404', '200', '200', '404']);
  // The copy is hers, what was found for it is not.
  expect(seen).toContain('200 {"results":[],"total":0}');
  for (const told of [...seen, await modelsHeardSince(heard)]) {
    expect(told).not.toContain(SECRET);
    expect(told).not.toContain(AUDIT_LETTER);
  }
});

describe('Ada closes a file to Ben, who has asked about it', () => {
  let ben: Visit;
  let closedAt: number;
  let heard: number;

  it('and its page no longer opens for him', async () => {
    ben = await openSearch('ben');
    await chooseFinance(ben);
    await ben.ask(QUESTION);
    await ben.answered();
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
    await workspace(ben).getByText('Unable to load file.').waitFor();
    await expect(workspace(ben).innerText()).resolves.not.toContain(SECRET);
  });

  // While the minute passes.
  it('while she can remove his files, and he can remove only his own', async () => {
    const removable = async (here: Visit) => {
      await chooseFinance(here);
      await here.tab.getByRole('button', { name: 'Manage files' }).click();
      await here.tab.getByRole('tab', { name: 'Remove' }).click();
      const boxes = here.tab.getByRole('checkbox', { name: /^Select (?!all)/ });
      await boxes.first().waitFor();
      return (await boxes.evaluateAll((all) => all.map((box) => box.getAttribute('aria-label') ?? ''))).toSorted();
    };
    const remove = async (here: Visit, name: string) => {
      await here.tab.getByRole('checkbox', { name: `Select ${name}` }).check({ force: true });
      await here.tab.getByRole('button', { name: 'Remove Files from Corpus' }).click();
      await here.tab.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
      await here.tab.getByText('Removed 1 file from the corpus.').waitFor();
      await here.tab.getByRole('checkbox', { name: `Select ${name}` }).waitFor({ state: 'detached' });
    };
    const other = await openSearch('ben');
    expect(await removable(other)).toEqual(OWN.map((name) => `Select ${name}`).toSorted());
    await remove(other, 'Payroll Calendar 2027.txt');
    await other.close();
    const ada = await openSearch('ada');
    expect(await removable(ada)).toEqual(
      [AUDIT_LETTER, 'Q1 2026 Review.pptx', 'Welcome to Finance.txt'].map((name) => `Select ${name}`),
    );
    await remove(ada, 'Welcome to Finance.txt');
    await ada.close();
  });

  it('and within a minute its text reaches no answer and no model, not even from earlier answers', async () => {
    await eventually(
      async () => {
        heard = (await app.listRequests('models')).length;
        const convo_id = (await app.as('ben').call(newChat, { chat_type: 'search' })).ConversationId;
        const answer = foldAnswer(await collect(await app.as('ben').stream(searchResponse, askInSearch(convo_id, QUESTION))));
        expect(answer.content).not.toContain(SECRET);
      },
      { withinMs: closedAt + MINUTE_MS - Date.now(), everyMs: 1_000 },
    );
    await ben.ask('How often should travel advances be settled, once more?');
    await ben.answered();
    await expect(ben.answers.last().innerText()).resolves.not.toContain(SECRET);
    await ben.close();
    expect(await modelsHeardSince(heard)).not.toContain(SECRET);
    expect((await app.listRequests('models')).length).toBeGreaterThan(heard);
  }, 120_000);
});

it('Ada makes a corpus of the board’s site with only the keyboard', async () => {
  const ada = await openVisit(browser, app, { person: 'ada' });
  const { tab, page } = ada;
  const button = (name: string | RegExp) => tab.getByRole('button', { name });
  await moveFocusTo(ada, ada.composer);
  await moveFocusTo(ada, tab.getByRole('tab', { name: 'Chat', exact: true }), 'Shift+Tab');
  await moveFocusTo(ada, tab.getByRole('tab', { name: 'Knowledge Search' }), 'ArrowRight');
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, button('Create a new one'));
  await pressKeys(ada, 'Enter');
  const dialog = tab.getByRole('alertdialog', { name: 'Create Corpus' });
  await moveFocusTo(ada, dialog.getByRole('combobox', { name: /^Site/ }));
  await page.keyboard.type('board');
  await tab.getByRole('option', { name: 'Board Minutes' }).waitFor();
  await pressKeys(ada, 'ArrowDown', 'Enter');
  await moveFocusTo(ada, dialog.getByRole('combobox', { name: /^Library or list/ }));
  await pressKeys(ada, 'Enter');
  await tab.getByRole('option', { name: 'Documents', exact: true }).waitFor();
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, dialog.getByRole('textbox', { name: 'Description' }));
  await page.keyboard.type('What the board decided.');
  await moveFocusTo(ada, button('Create Corpus + Add Files'));
  await pressKeys(ada, 'Enter');

  const box = dialog.getByRole('checkbox', { name: 'Select Minutes 2026-03-12.docx' });
  await moveFocusTo(ada, box);
  await pressKeys(ada, 'Space');
  await moveFocusTo(ada, button('Add Files to Corpus'));
  await pressKeys(ada, 'Enter');
  await tab.getByText('Processed Minutes 2026-03-12.docx successfully!').waitFor();
  await moveFocusTo(ada, button('Finish'));
  await pressKeys(ada, 'Enter');
  await tab.getByRole('heading', { name: 'Congratulations!' }).waitFor();
  await moveFocusTo(ada, button('Start searching'));
  await pressKeys(ada, 'Enter');
  await moveFocusTo(ada, ada.composer);
  await page.keyboard.type('For how much did the board approve the boathouse?');
  await pressKeys(ada, 'Enter');
  await ada.answered();
  await expect(ada.answers.last().innerText()).resolves.toContain('1.2 million');
  await ada.close();
});
