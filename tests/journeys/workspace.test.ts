import type { Browser, Locator } from 'playwright-core';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { getWorkspace } from '#tests/harness/browser/knowledgeSearch.ts';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { attach, openWorkspace, openWorkspaceTab, startOver } from '#tests/pictures/actions.ts';

let app: TestApp;
let browser: Browser;
let ada: Visit;
let phone: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

const getNotes = (visit: Visit): Locator => visit.tab.getByRole('textbox', { name: 'Notes of this chat' });
const waitUntilSaved = (visit: Visit) => getWorkspace(visit).getByText('Saved', { exact: true }).waitFor();

/** @param shown the text of the answer on screen; needed if `text` contains Markdown */
async function ask(visit: Visit, text: string, shown = text): Promise<void> {
  await visit.ask(`repeat after me: ${text}`);
  await visit.answers.filter({ hasText: shown }).last().waitFor();
  await visit.waitForAnswer();
}

async function write(visit: Visit, text: string): Promise<void> {
  await getNotes(visit).click();
  await visit.page.keyboard.press('Control+End');
  await visit.page.keyboard.insertText(text);
}

it('Ada drags an answer into her notes, adds another by keyboard, and finds both on her phone', async () => {
  await ask(ada, 'pack the **archive** first', 'pack the archive first');
  await openWorkspace(ada);
  await openWorkspaceTab(ada, 'Notes');
  await getNotes(ada).waitFor();
  const answer = ada.answers.last();
  await ada.page.keyboard.down('Control');
  await answer.dragTo(getNotes(ada));
  await ada.page.keyboard.up('Control');
  await getNotes(ada).locator('strong', { hasText: 'archive' }).first().waitFor();
  await waitUntilSaved(ada);

  await ada.questions.last().hover();
  await ada.questions.last().getByRole('button', { name: 'Keep', exact: true }).press('Enter');
  await ada.tab.getByRole('menuitem', { name: 'Add to Notes' }).press('Enter');
  await getNotes(ada).getByText('repeat after me').waitFor();
  await write(ada, ' Ask Ben.');
  await waitUntilSaved(ada);

  phone = await openVisit(browser, app);
  await phone.history.getByRole('button').first().click();
  await openWorkspace(phone);
  await openWorkspaceTab(phone, 'Notes');
  await getNotes(phone).getByText('Ask Ben.').waitFor();
  await getNotes(phone).locator('strong', { hasText: 'archive' }).first().waitFor();
});

/** @proves threat:older-notes */
it('Ada changes her notes in two tabs, sees both versions in the old one, and keeps both', async () => {
  // Holds back the requests of Ada's tab until the phone has saved.
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  await ada.page.route('**/user/workspace*', async (route) => {
    await released;
    await route.continue();
  });
  await write(ada, ' From the desk.');
  const saved = phone.page.waitForResponse(
    (response) => response.url().includes('/user/workspace') && response.request().method() !== 'GET' && response.ok(),
  );
  await write(phone, ' From the laptop.');
  await saved;
  release();
  const workspace = getWorkspace(ada);
  await workspace.getByText('Your notes were changed on another device').waitFor();
  await workspace.getByText('Ask Ben. From the laptop.').waitFor();
  await workspace.getByText('Ask Ben. From the desk.').waitFor();
  await workspace.getByRole('button', { name: 'Keep both' }).click();
  await waitUntilSaved(ada);
  await getNotes(ada).getByText('Ask Ben. From the laptop.').waitFor();
  await getNotes(ada).getByText('Ask Ben. From the desk.').waitFor();
  // The other tab looks for changes at intervals, without a click.
  await getNotes(phone).getByText('Ask Ben. From the desk.').waitFor();
  await phone.close();
});

/** Attaches a file and waits until it is ready. */
async function attachAndRead(visit: Visit, ...file: [name: string, mime: string, bytes: Uint8Array]): Promise<void> {
  const ready = visit.tab.getByText('Ready', { exact: true });
  const before = await ready.count();
  await attach(visit, ...file);
  await ready.nth(before).waitFor();
}

/** A DOCX with a link that would run a script and a picture from elsewhere. */
async function makeHostileDocx(): Promise<Uint8Array> {
  const files = unzipSync(
    await makeDocx([{ heading: 'Trains', paragraphs: ['Journeys under four hours are made by train.', 'PLACE'] }]),
  );
  const change = (name: string, edit: (xml: string) => string) => {
    files[name] = strToU8(edit(strFromU8(files[name]!)));
  };
  const rel = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}" TargetMode="External"/>`;
  change('word/_rels/document.xml.rels', (xml) =>
    xml.replace(
      '</Relationships>',
      `${rel('rE1', 'hyperlink', 'javascript:document.title=1')}${rel('rE2', 'image', 'https://evil.example/a.png')}</Relationships>`,
    ),
  );
  change('word/document.xml', (xml) =>
    xml.replace(
      /<w:r>(?:(?!<w:r>).)*PLACE.*?<\/w:r>/,
      '<w:hyperlink r:id="rE1"><w:r><w:t>Click here</w:t></w:r></w:hyperlink><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:imagedata r:id="rE2"/></v:shape></w:pict></w:r>',
    ),
  );
  return zipSync(files);
}

/** @proves threat:viewer */
it('Ada opens a DOCX, a PPTX and an XLSX and searches in them; nothing is loaded from elsewhere', async () => {
  await startOver(ada);
  const foreign: string[] = [];
  ada.page.on('request', (request) => {
    if (request.url().includes('evil.example')) foreign.push(request.url());
  });
  const office = 'application/vnd.openxmlformats-officedocument';
  await attachAndRead(ada, 'Rules.docx', `${office}.wordprocessingml.document`, Buffer.from(await makeHostileDocx()));
  const deck = makePptx([
    { title: 'Office move', bullets: ['Boxes are ordered.'] },
    { title: 'Costs', bullets: ['The lift is booked by the hour.', 'The lift stops at seven.'] },
  ]);
  await attachAndRead(ada, 'Move.pptx', `${office}.presentationml.presentation`, Buffer.from(deck));
  const rows = [
    ['Department', 'Million'],
    ['Marketing', 0.9],
    ['Research', 0.255],
  ];
  await attachAndRead(
    ada,
    'Budget.xlsx',
    `${office}.spreadsheetml.sheet`,
    Buffer.from(makeWorkbook([{ name: 'Budget', rows }])),
  );
  await ask(ada, 'three files');
  const workspace = getWorkspace(ada);
  const open = (name: string) => ada.questions.last().getByRole('button', { name }).click();
  const find = async (term: string, count: string) => {
    const field = workspace.getByRole('searchbox', { name: 'Find in this file' });
    if ((await field.count()) === 0) await workspace.getByRole('button', { name: 'Find in this file' }).click();
    await field.fill(term);
    await workspace.getByText(count, { exact: true }).waitFor();
  };

  await open('Rules.docx');
  await workspace.getByText('Journeys under four hours').waitFor();
  await find('FOUR  hours', '1 of 1');
  const link = workspace.getByText('Click here');
  expect(await link.evaluate((element) => element.closest('a')?.getAttribute('href') ?? null)).toBeNull();

  await open('Move.pptx');
  await workspace.getByText('Boxes are ordered.').waitFor();
  await find('lift', '1 of 2');
  await workspace.getByRole('button', { name: 'Next result' }).click();
  await workspace.getByText('2 of 2', { exact: true }).waitFor();

  await open('Budget.xlsx');
  await workspace.getByRole('cell', { name: 'Marketing' }).waitFor();
  await find('0.255', '1 of 1');
  await find('absent', 'No results');
  expect(foreign).toEqual([]);

  await ada.page.reload();
  await workspace.getByRole('cell', { name: 'Marketing' }).waitFor();
});
