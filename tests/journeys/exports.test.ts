import { getTemplates } from '#contract/exports/presentations.ts';
import { checkPackage } from '#api/ooxml/checkPackage.ts';
import { openParts } from '#api/ooxml/parts.ts';
import mammoth from 'mammoth';
import { PDFDocument } from 'pdf-lib';
import type { Browser, Locator } from 'playwright-core';
import { openBrowser } from '#tests/harness/browser/openBrowser.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeTemplateFile } from '#tests/harness/client/presentations.ts';
import { uploadAndRead } from '#tests/harness/client/uploads.ts';
import { makeWordTemplate } from '#tests/harness/client/wordTemplates.ts';
import { expectFocus, moveFocusTo } from '#tests/harness/browser/keyboard.ts';
import { openVisit, type Visit } from '#tests/harness/browser/visit.ts';
import { chooseWordTemplate, openAdministration } from '#tests/pictures/adminScenes.ts';
import { openExport } from '#tests/pictures/exportScenes.ts';
import { openSlides } from '#tests/pictures/slideScenes.ts';
import { exportTexts } from '#tab/features/exports/exports.texts.ts';
import type { DocumentFormat } from '#contract/exports/exports.ts';
import { slideTexts } from '#tab/features/slides/slides.texts.ts';

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

let app: TestApp;
let browser: Browser;
let ada: Visit;
beforeAll(async () => {
  [app, browser] = await Promise.all([startApp(), openBrowser()]);
  ada = await openVisit(browser, app);
  await ada.ask(
    'repeat after me: # Tea at four\n\nIt is **ready**.\n\n## Costs\n\n| Tea | Euros |\n|--|--|\n| Green | 412 |',
  );
  await ada.waitForAnswer();
});
afterAll(async () => {
  await browser.close();
  await app.close();
});

/** Confirms the dialog with a name, and returns the address that Teams opens. */
async function confirm(kind: 'email' | DocumentFormat, name: string): Promise<string> {
  await openExport(ada, kind);
  const dialog = ada.tab.getByRole('dialog', { name: exportTexts.kinds[kind].title });
  await dialog.getByRole('textbox').fill('');
  const button = dialog.getByRole('button', { name: exportTexts.kinds[kind].confirm });
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByRole('textbox').fill(name);
  await button.dblclick();
  await dialog.waitFor({ state: 'detached' });
  return getAddress();
}

/** Returns the address that Teams opened last. */
async function getAddress(): Promise<string> {
  return (await ada.page.getByRole('link').last().getAttribute('href')) ?? '';
}

/** Downloads a file from the address, which needs no session. */
async function read(address: string): Promise<Buffer> {
  const reply = await fetch(address);
  expect(reply.headers.get('content-disposition')).toMatch(/^attachment/);
  return Buffer.from(await reply.arrayBuffer());
}

/** @shows "{name}" {FORMAT} downloaded */
it('Ada saves an answer as text, Word and PDF, and each file has its words', async () => {
  expect(String(await read(await confirm('txt', 'Tea / plan 🍵')))).toContain('It is ready.');
  await ada.tab.getByText('"Tea / plan 🍵" TXT downloaded').waitFor();
  const word = await mammoth.extractRawText({ buffer: await read(await confirm('docx', 'Tea')) });
  expect(word.value).toContain('It is ready.');
  const pdf = await PDFDocument.load(await read(await confirm('pdf', 'Tea')));
  expect(pdf.getTitle()).toBe('Tea');
});

it('Ada saves the table of an answer as a workbook, and the answer as Markdown', async () => {
  const workbook = openParts(await read(await confirm('xlsx', 'Tea')));
  expect(Buffer.from(workbook.get('xl/worksheets/sheet1.xml') ?? []).toString()).toContain('<v>412</v>');
  await ada.tab.getByText('"Tea" XLSX downloaded').waitFor();
  expect(String(await read(await confirm('md', 'Tea')))).toContain('It is **ready**.');
});

/** @shows Email draft created */
it('Ada opens a draft in Outlook', async () => {
  const address = await confirm('email', 'Tea today');
  await ada.tab.getByText('Email draft created').waitFor();
  const outlook = await ada.page.context().newPage();
  await outlook.goto(address);
  await outlook.frameLocator('iframe').getByText('It is ready.').waitFor();
});

/** @shows Save Word Document As */
/** @shows Download DOCX */
/** @shows Failed to export "{name}" */
it('Ada is told why a file was not made and when to try again, and keeps its name', async () => {
  const { tab, page } = ada;
  await openExport(ada, 'docx');
  const dialog = tab.getByRole('dialog', { name: exportTexts.kinds.docx.title });
  await dialog.getByRole('textbox').fill('Tea for all');
  const detail = { code: 'too_many_requests', detail: 'Busy.' };
  await page.route('**/exports/answer*', (route) =>
    route.fulfill({ status: 429, headers: { 'retry-after': '7' }, json: detail }),
  );
  await dialog.getByRole('button', { name: exportTexts.kinds.docx.confirm }).click();
  await dialog
    .getByText('Failed to export "Tea for all". Too many exports right now. Try again in 7 seconds.')
    .waitFor();
  await page.unroute('**/exports/answer*');
  const retry = dialog.getByRole('button', { name: exportTexts.retry });
  await page.context().setOffline(true);
  await retry.click();
  await dialog.getByText(exportTexts.offline).waitFor();
  expect(await dialog.getByRole('textbox').inputValue()).toBe('Tea for all');
  await page.context().setOffline(false);
  await retry.click();
  await tab.getByText('"Tea for all" DOCX downloaded').waitFor();
  const word = await mammoth.extractRawText({ buffer: await read(await getAddress()) });
  expect(word.value).toContain('It is ready.');
});

it('Dev chooses a Word template in the administration, and the next document of Ada has its header and styles', async () => {
  const dev = await openVisit(browser, app, { person: 'dev' });
  await openAdministration(dev, 'General');
  const field = dev.tab.getByRole('region', { name: 'Word template' });
  await chooseWordTemplate(dev, 'Letter.docx', new TextEncoder().encode('tea'));
  await field.getByText('Please select a valid DOCX or DOTX file.').waitFor();
  await chooseWordTemplate(dev, 'Letter.docx', makeWordTemplate());
  await field.getByText('Letter.docx').waitFor();
  await dev.tab.getByRole('button', { name: 'Review and save' }).click();
  const review = dev.tab.getByRole('dialog', { name: 'Save these changes?' });
  await review.getByRole('row', { name: 'Word template None Letter.docx' }).waitFor();
  await review.getByRole('button', { name: 'Save', exact: true }).click();
  await dev.tab.getByText('Settings saved. They apply to everybody now.').waitFor();
  await dev.close();

  const parts = openParts(await read(await confirm('docx', 'Tea')));
  expect(String(Buffer.from(parts.get('word/template/header1.xml') ?? []))).toContain('Northwind Studio');
  expect(String(Buffer.from(parts.get('word/document.xml') ?? []))).toContain('<w:pStyle w:val="berschrift1"/>');
});

/** @shows Upload PowerPoint Template */
/** @shows Select Slide Layout */
/** @shows Preview Slides */
/** @shows Please select a valid PPTX file. */
/** @shows Failed to upload template */
/** @shows "{name}" PPTX downloaded */
/** @shows Failed to create "{name}" presentation */
it('Ada makes slides of an answer in her own template', async () => {
  const { tab, page } = ada;
  await openSlides(ada, 'Tea slides');
  const preview = tab.getByRole('dialog', { name: slideTexts.previewTitle });

  // A file that is not a template is refused, and no file stays selected.
  await preview.getByRole('button', { name: slideTexts.upload }).click();
  const upload = tab.getByRole('dialog', { name: slideTexts.uploadTitle });
  const choose = (name: string, buffer: Uint8Array) =>
    upload.locator('input[type=file]').setInputFiles({ name, mimeType: PPTX, buffer: Buffer.from(buffer) });
  await choose('Notes.txt', Buffer.from('not slides'));
  await upload.getByText('Please select a valid PPTX file.').waitFor();
  await choose('Broken.pptx', Buffer.from('not slides'));
  await upload.getByRole('button', { name: slideTexts.upload }).click();
  await upload.getByText('Failed to upload template: Please select a valid PPTX file.').waitFor();
  await upload.getByText('No file selected').waitFor();

  // If the upload fails because the browser is offline, the file stays selected.
  await choose('Northwind.pptx', makeTemplateFile());
  await page.context().setOffline(true);
  await upload.getByRole('button', { name: slideTexts.upload }).click();
  await upload.getByText(`${slideTexts.uploadFailed}. ${slideTexts.offline}`).waitFor();
  await page.context().setOffline(false);
  await upload.getByRole('button', { name: slideTexts.upload }).click();
  // AVA does not ask before it changes the template, because no layout was chosen that could be lost.
  await preview.getByText('Northwind', { exact: true }).waitFor();
  // Chooses the next layout with the keyboard only; the focus returns to the button that shows the layout.
  const press = async (target: Locator, key: string) => {
    await moveFocusTo(ada, target);
    await page.keyboard.press(key);
  };
  const layouts = tab.getByRole('dialog', { name: slideTexts.layoutTitle });
  await press(preview.getByRole('button', { name: /^Select layout for Slide 2/ }), 'Enter');
  await press(layouts.getByRole('radio', { name: 'Title and Content' }), 'ArrowRight');
  await press(layouts.getByRole('button', { name: slideTexts.apply }), 'Enter');
  await expectFocus(preview.getByRole('button', { name: 'Select layout for Slide 2: Two Content' }));
  expect(await ada.findLayoutProblems()).toEqual([]);

  // If the presentation fails, the dialog keeps what was chosen.
  await page.route('**/presentation/export*', (route) => route.abort());
  const create = preview.getByRole('button', { name: slideTexts.create });
  await create.click();
  await tab.getByText('Failed to create "Tea slides" presentation').waitFor();
  await page.unroute('**/presentation/export*');
  await page.context().setOffline(true);
  await preview.getByRole('textbox', { name: slideTexts.subtitle }).fill('It is ready, says Ada');
  await preview.getByText(slideTexts.previewOffline).waitFor();
  await create.click();
  await tab.getByText(slideTexts.offline).waitFor();
  await page.context().setOffline(false);
  await preview.getByText('It is ready, says Ada').waitFor();
  await create.dblclick();
  await tab.getByText('"Tea slides" PPTX downloaded').waitFor();
  await preview.waitFor({ state: 'detached' });
  const bytes = await read(await getAddress());
  const parts = openParts(bytes);
  expect(checkPackage(parts)).toEqual([]);
  expect(Buffer.from(parts.get('ppt/slides/_rels/slide2.xml.rels') ?? []).toString()).toContain('slideLayout3.xml');
  const { file } = await uploadAndRead(app.as('ada'), new File([new Uint8Array(bytes)], 'deck.pptx'));
  for (const words of ['Tea at four', 'It is ready, says Ada', 'Costs', 'Green', '412'])
    expect(file.message).toContain(words);
  expect(file.message).not.toContain('Contoso');
  expect((await app.as('ada').call(getTemplates, {})).templates.map(({ name }) => name)).toEqual(['AVA', 'Northwind']);
});

it('Ada deletes her template, and the slides use that of AVA', async () => {
  const { tab } = ada;
  await openSlides(ada);
  const preview = tab.getByRole('dialog', { name: slideTexts.previewTitle });
  await preview.getByText('Northwind', { exact: true }).waitFor();
  await preview.getByRole('button', { name: /^Select layout for Slide 2/ }).click();
  await tab.getByRole('button', { name: slideTexts.deletion.open }).click();
  const question = tab.getByRole('alertdialog', { name: slideTexts.deletion.title });
  await question.getByText('Are you sure you want to delete the template "Northwind"?').waitFor();
  await question.getByRole('button', { name: slideTexts.deletion.confirm }).click();
  await preview.getByText('AVA', { exact: true }).waitFor();
  expect((await app.as('ada').call(getTemplates, {})).templates.map(({ name }) => name)).toEqual(['AVA']);
});
