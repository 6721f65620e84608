import type { Browser } from 'playwright-core';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

async function openPicker(visit: Visit, source: string): Promise<void> {
  await visit.tab.getByRole('button', { name: 'Add files' }).click();
  await visit.tab.getByRole('menuitem', { name: source }).click();
  await visit.tab.getByRole('dialog').getByRole('button', { name: source, pressed: true }).waitFor();
}

const entry = (visit: Visit, name: string | RegExp) => visit.tab.getByRole('dialog').getByRole('checkbox', { name });
const open = (visit: Visit, name: string | RegExp) =>
  visit.tab.getByRole('dialog').getByRole('listitem').getByRole('button', { name }).click();
const chip = (visit: Visit, name: string | RegExp) =>
  visit.tab.getByRole('list', { name: 'Attached files' }).getByRole('listitem').filter({ hasText: name });

/** Checks one entry, adds it and waits until AVA has read it. */
async function add(visit: Visit, name: string | RegExp, file: string | RegExp): Promise<void> {
  await entry(visit, name).check({ force: true });
  await visit.tab.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await chip(visit, file).waitFor();
  // While all chips are in view, the text of the toast is only for screen readers and not visible.
  const processed = new RegExp(`^Processed (\\d+ files|${typeof file === 'string' ? file : file.source.slice(1)})`);
  await visit.tab.getByText(processed).first().waitFor({ state: 'attached' });
}

it('Ada attaches a file of each source, and asks about one', async () => {
  await openPicker(ada, 'Recent');
  await add(ada, /^Budget 2027\.pdf/, 'Budget 2027.pdf');

  await openPicker(ada, 'OneDrive');
  await open(ada, /^Notes/);
  await add(ada, /^Quay walk\.txt/, 'Quay walk.txt');

  await openPicker(ada, 'Chats');
  await ada.tab.getByText('Type to search your chats').waitFor();
  await ada.tab.getByRole('searchbox', { name: 'Search your chats' }).fill('crates');
  await add(ada, /^Message from Greta Nilsen/, 'Message from Greta Nilsen');

  await openPicker(ada, 'Mail');
  await add(ada, /^Lamps on the quay/, 'Lamps on the quay');

  await ada.ask('How much do the lamps on the quay cost?');
  await ada.waitForAnswer();
  expect(await ada.answers.last().innerText()).toContain('4,200 crowns');
});

it('an organization that gives applications no transcripts is shown the setting that its administrator has to change', async () => {
  await app.control('graph', 'transcripts', { access: false });
  await openPicker(ada, 'Meetings');
  await ada.tab.getByText('Your organization has turned off access to meeting transcripts').waitFor();
  await ada.tab.getByText('Set-CsTeamsMeetingConfiguration -EnableGraphTranscriptAccess').waitFor();
  await app.control('graph', 'transcripts', { access: true });
  await ada.tab.getByRole('button', { name: 'Try again' }).click();
  await entry(ada, /^Budget review/).waitFor();
});

it('a meeting says why it has no transcript, and the transcript of another one is attached', async () => {
  for (const reason of [
    'No Transcript Available',
    'The transcript is still being made. Try again in a few minutes.',
    "You weren't a participant, so you can't read this transcript.",
  ])
    await ada.tab.getByText(reason).waitFor();
  await expect(entry(ada, /^Design weekly/).isDisabled()).resolves.toBe(true);
  await ada.tab.getByRole('searchbox', { name: 'Search meetings' }).fill('INÉS');
  await entry(ada, /^Design weekly/).waitFor({ state: 'detached' });
  await add(ada, /^Budget review/, /^Budget review .*\.txt/);
  await ada.ask('What does the roof of the workshop need?');
  await ada.waitForAnswer();
  expect(await ada.answers.last().innerText()).toContain('38,500 crowns');
});

/** @proves threat:unavailable-source */
it('a transcript that was deleted after it was listed fails with its reason, and the draft is kept', async () => {
  await ada.composer.click();
  await ada.page.keyboard.insertText('What was decided?');
  await openPicker(ada, 'Meetings');
  await entry(ada, /^Budget review/).check({ force: true });
  await app.control('graph', 'transcripts/remove', { meeting: 'budget-review' });
  await ada.tab.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await ada.tab
    .getByText(/This transcript no longer exists/)
    .first()
    .waitFor({ state: 'attached' });
  await chip(ada, /^Budget review/).waitFor();
  await expect(ada.composer.innerText()).resolves.toContain('What was decided?');
});

it('Ada goes to a file of a document site, and finds another one by its words', async () => {
  await openPicker(ada, 'Document sites');
  await open(ada, /^Finance/);
  await open(ada, /^Documents/);
  await open(ada, /^Planning/);
  await entry(ada, /^Investment Plan\.pdf/).check({ force: true });
  await ada.tab.getByRole('navigation', { name: 'Folder' }).getByRole('button', { name: 'Finance' }).click();
  await ada.tab.getByText('1 selected').waitFor();
  await ada.tab.getByRole('searchbox', { name: 'Search sites and files' }).fill('quarterly llamas');
  await ada.tab.getByText('No results found for search term').waitFor();
  await ada.tab.getByRole('searchbox', { name: 'Search sites and files' }).fill('inventory of lenses');
  await add(ada, /^Audit Findings 2025\.docx/, 'Audit Findings 2025.docx');
  await chip(ada, 'Investment Plan.pdf').waitFor();
});

it('Greta, who has no mailbox and has not given her consent to read chats, is told both', async () => {
  await app.control('graph', 'mailbox', { person: 'greta', exists: false });
  await app.control('identity', 'consent', { person: 'greta', granted: false, scope: 'Chat.Read' });
  const greta = await openVisit(browser, app, { person: 'greta' });
  await openPicker(greta, 'Mail');
  await greta.tab.getByText("Your account doesn't have a mailbox").waitFor();
  await greta.tab.getByRole('dialog').getByRole('button', { name: 'Chats', exact: true }).click();
  await greta.tab.getByRole('searchbox', { name: 'Search your chats' }).fill('crates');
  await greta.tab.getByText('AVA needs your consent before it can act for you in Microsoft 365.').waitFor();
  await greta.tab.getByRole('button', { name: 'Give consent' }).waitFor();
});
