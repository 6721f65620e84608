import { readFile } from 'node:fs/promises';
import mammoth from 'mammoth';
import { PDFDocument } from 'pdf-lib';
import type { Browser } from 'playwright-core';
import { openBrowser } from '../harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '../harness/app/startApp.ts';
import { openVisit, type Visit } from '../harness/browser/visit.ts';
import { openExport } from '../pictures/exportScenes.ts';
import { exportTexts } from '../../tab/src/features/exports/exports.texts.ts';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  await app.control('models', 'pace', { ms: 0 });
  ada = await openVisit(browser, app);
  await ada.ask('repeat after me: # Tea at four\n\nIt is **ready**.');
  await ada.waitForAnswer();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Confirms the dialog with a name, and returns the address that Teams opens. */
async function confirm(kind: 'email' | 'docx' | 'txt' | 'pdf', name: string): Promise<string> {
  await openExport(ada, kind);
  const dialog = ada.tab.getByRole('dialog', { name: exportTexts.kinds[kind].title });
  await dialog.getByRole('textbox').fill('');
  const button = dialog.getByRole('button', { name: exportTexts.kinds[kind].confirm });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('textbox').fill(name);
  await button.dblclick();
  await dialog.waitFor({ state: 'detached' });
  const link = ada.page.getByRole('link').last();
  return (await link.getAttribute('href')) ?? '';
}

async function read(address: string): Promise<Buffer> {
  const page = await ada.page.context().newPage();
  const [download] = await Promise.all([page.waitForEvent('download'), page.goto(address).catch(() => null)]);
  const bytes = await readFile(await download.path());
  await page.close();
  return bytes;
}

it('Ada saves an answer as text, Word and PDF, and each file has its words', async () => {
  expect(String(await read(await confirm('txt', 'Tea / plan 🍵')))).toContain('It is ready.');
  await ada.tab.getByText('"Tea / plan 🍵" TXT downloaded').waitFor();
  const word = await mammoth.extractRawText({ buffer: await read(await confirm('docx', 'Tea')) });
  expect(word.value).toContain('It is ready.');
  const pdf = await PDFDocument.load(await read(await confirm('pdf', 'Tea')));
  expect(pdf.getTitle()).toBe('Tea');
});

it('Ada opens a draft in Outlook', async () => {
  const address = await confirm('email', 'Tea today');
  await ada.tab.getByText('Email draft created').waitFor();
  const outlook = await ada.page.context().newPage();
  await outlook.goto(address);
  await outlook.frameLocator('iframe').getByText('It is ready.').waitFor();
});
