import { randomBytes } from 'node:crypto';
import type { Client } from '#contract/client.ts';
import {
  getFileBytes,
  getFileText,
  startFileText,
  startFileTextFromUrl,
  startImageContent,
  startSlidesText,
} from '#contract/files/files.ts';
import { listBlobs } from '#tests/harness/app/storedBlobs.ts';
import { expectPrivateHeaders, expectHealthyProcess } from '#tests/harness/http/responseChecks.ts';
import { makeDocxWith } from '#tests/harness/hostile/hostileFiles.ts';
import { send } from '#tests/harness/http/request.ts';
import { startApp, type TestApp } from '#tests/harness/app/startApp.ts';
import { makeBrokenPdf, makePdf, makeScannedPdf } from '#sandbox/documents/pdf.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { makeLockedPdf } from '#sandbox/documents/lockedPdf.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';
import { fileIdsOf } from '#sandbox/graph/sites/store/sharePointIds.ts';
import { makeText } from '#sandbox/documents/textFile.ts';
import { waitForJob, uploadAndRead } from '#tests/harness/client/uploads.ts';

const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

let app: TestApp;
let ada: Client;
let ben: Client;

beforeAll(async () => {
  app = await startApp();
  [ada, ben] = [app.as('ada'), app.as('ben')];
});
afterAll(() => app.close());
afterEach(() => expectHealthyProcess(app));

function makeFile(bytes: Uint8Array | string, name: string, type = ''): File {
  return new File([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], name, { type });
}

describe('a readable file', () => {
  it('of text returns its whole text', async () => {
    const { file } = await uploadAndRead(
      ada,
      makeFile(makeText('Grüße aus Łódź\n\nTea is at four.', 'utf-8', { mark: true }), 'note.txt'),
    );
    expect(file).toMatchObject({ fileName: 'note.txt', fileType: 'TXT', message: 'Grüße aus Łódź\n\nTea is at four.' });
    expect(file.tokens).toBeGreaterThan(5);
    expect(await ada.call(getFileText, { file_id: file.file_id })).toEqual(file);
  });

  it('of three pages returns the text of each page', async () => {
    const pdf = await makePdf([['Apples are red.'], ['Pears are green.'], ['Plums are blue.']]);
    const { jobId, file } = await uploadAndRead(ada, makeFile(pdf, 'fruit.pdf', PDF));
    expect(file).toMatchObject({ fileType: 'PDF', fileSize: pdf.length, extraction: { pages: 3, usedOcr: false } });
    expect(file.extraction.parts).toEqual([
      { location: { kind: 'page', page: 1 }, text: 'Apples are red.' },
      { location: { kind: 'page', page: 2 }, text: 'Pears are green.' },
      { location: { kind: 'page', page: 3 }, text: 'Plums are blue.' },
    ]);
    expect(await waitForJob(ada, jobId)).toMatchObject({
      status: 'COMPLETED',
      pctProgress: 100,
      stage: 'ready',
      error: null,
    });
  });

  it('made by Word returns the text of each section', async () => {
    const docx = await makeDocx([
      { heading: 'Travel', paragraphs: ['Trains first.'] },
      { heading: 'Meals', paragraphs: ['Soup.'] },
    ]);
    const { file } = await uploadAndRead(ada, makeFile(docx, 'rules.docx', DOCX));
    expect(file.fileType).toBe('DOCX');
    expect(file.extraction.parts).toMatchObject([
      { location: { kind: 'section', path: ['Travel'] }, text: expect.stringContaining('Trains first.') },
      { location: { kind: 'section', path: ['Meals'] }, text: expect.stringContaining('Soup.') },
    ]);
  });

  /** @proves threat:file-types */
  it('is recognized by its content, not by its name and type', async () => {
    const pdf = await makePdf([['Apples are red.']]);
    const { file } = await uploadAndRead(ada, makeFile(pdf, 'apples.txt', 'text/plain'));
    expect(file).toMatchObject({ fileType: 'PDF', message: 'Apples are red.' });
  });

  /** @proves threat:file-download */
  it('is returned as an attachment that browsers do not sniff', async () => {
    const page = '<!doctype html><script>alert(document.domain)</script>';
    const { file } = await uploadAndRead(ada, makeFile(page, 'page.html', 'text/html'));
    const bearer = await app.getToken({ person: 'ada' });
    const reply = await send(app.url, {
      method: 'GET',
      path: getFileBytes.path.replace('{file_id}', file.file_id),
      headers: { authorization: `Bearer ${bearer}` },
    });
    expect(reply).toMatchObject({ status: 200, text: page });
    expectPrivateHeaders(reply);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="page.html"; filename*=UTF-8''page.html`,
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });

  /** @proves threat:file-parts */
  it('is returned in parts, to its owner only', async () => {
    const { file } = await uploadAndRead(ada, makeFile('One, two, three.', 'counting.txt'));
    const read = async (person: string, range: string) =>
      send(app.url, {
        method: 'GET',
        path: getFileBytes.path.replace('{file_id}', file.file_id),
        headers: { authorization: `Bearer ${await app.getToken({ person })}`, range },
      });
    const part = await read('ada', 'bytes=5-7');
    expect(part).toMatchObject({ status: 206, text: 'two' });
    expect(part.headers).toMatchObject({ 'content-range': 'bytes 5-7/16', 'content-length': '3' });
    expectPrivateHeaders(part);
    const outside = await read('ada', 'bytes=16-');
    expect(outside).toMatchObject({ status: 416, text: '' });
    expect(outside.headers['content-range']).toBe('bytes */16');
    expect(await read('ben', 'bytes=5-7')).toMatchObject({ status: 404 });
  });

  it('that two people upload is stored once and belongs to both', async () => {
    const same = randomBytes(20).toString('hex');
    const [adasUpload, bensUpload] = [
      await uploadAndRead(ada, makeFile(same, 'a.txt')),
      await uploadAndRead(ben, makeFile(same, 'b.txt')),
    ];
    expect(adasUpload.file.file_id).not.toBe(bensUpload.file.file_id);
    await expect(ben.call(getFileText, { file_id: adasUpload.file.file_id })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect((await ben.call(getFileText, { file_id: bensUpload.file.file_id })).fileName).toBe('b.txt');
    const { stored } = await listBlobs(app);
    expect(new Set(stored).size).toBe(stored.length);
  });
});

describe('an unreadable file', () => {
  const executable = Buffer.concat([Buffer.from('MZ\u0090\u0000\u0003', 'latin1'), Buffer.alloc(4_000, 0xcc)]);
  const bad: [string, () => Promise<Uint8Array> | Uint8Array, string, string][] = [
    ['is broken', makeBrokenPdf, 'broken.pdf', 'The file is damaged.'],
    ['is locked', () => makeLockedPdf(), 'locked.pdf', 'The file is protected with a password.'],
    ['is a scan of empty paper', makeScannedPdf, 'scan.pdf', 'No text was found in the file.'],
    [
      'is a program by another name',
      () => executable,
      'report.pdf',
      'This file is a program (EXE), which is never opened.',
    ],
    [
      'is half a Word document',
      async () => (await makeDocx([{ paragraphs: ['Soup.'] }])).subarray(0, 900),
      'soup.docx',
      'The file is damaged.',
    ],
    [
      'inflates to a thousand times its size',
      () => makeDocxWith({ 'word/document.xml': new Uint8Array(20_000_000) }),
      'bomb.docx',
      'The file holds more than can be read.',
    ],
  ];

  /** @proves call:startFileText */
  it.each(bad)('that %s returns the reason', async (_, make, name, sentence) => {
    const { job_id } = await ada.upload(startFileText, {}, makeFile(await make(), name, PDF));
    const status = await waitForJob(ada, job_id);
    expect(status).toMatchObject({ status: 'FAILURE', result: null, error: sentence });
  });

  it('that is empty is rejected at once', async () => {
    const sending = ada.upload(startFileText, {}, makeFile('', 'empty.txt'));
    await expect(sending).rejects.toMatchObject({ code: 'unreadable_file', detail: 'The file is empty.' });
  });
});

describe('a call for one kind of file', () => {
  const text = makeFile('tea', 'tea.txt', 'text/plain');

  /** @proves call:startSlidesText */
  it('reads a presentation', async () => {
    const deck = makeFile(makePptx([{ title: 'Tea plan' }]), 'tea.pptx');
    const { job_id } = await ada.upload(startSlidesText, {}, deck);
    expect(await waitForJob(ada, job_id)).toMatchObject({ result: { message: 'Tea plan', used_ocr: false } });
  });

  /** @proves call:startImageContent */
  it.each([
    ['presentation', startSlidesText, 'Please select a valid PPTX file.'],
    ['image', startImageContent, 'Failed to load image.'],
  ])('refuses what is no %s', async (_, endpoint, detail) => {
    await expect(ada.upload(endpoint, {}, text)).rejects.toMatchObject({ code: 'unreadable_file', detail });
  });
});

describe('a file of Microsoft 365', () => {
  const letter = fileIdsOf('finance/Documents/Audit/Audit Letter 2025.pdf');
  const toUrl = ({ driveId, itemId } = letter) => `${app.urls.graph}/v1.0/drives/${driveId}/items/${itemId}/content`;

  /** @proves threat:source-access threat:file-address */
  it('is read with the right of the person who asks', async () => {
    const { job_id } = await ada.call(startFileTextFromUrl, { file_url: toUrl() });
    expect((await waitForJob(ada, job_id)).result).toMatchObject({
      fileName: 'Audit Letter 2025.pdf',
      fileType: 'PDF',
    });
    const reading = app.as('cleo').call(startFileTextFromUrl, { file_url: toUrl() });
    await expect(reading).rejects.toMatchObject({ code: 'not_found' });
  });

  /** @proves threat:file-address */
  it.each([
    ['another host', () => toUrl().replace('/v1.0', '.elsewhere.example/v1.0')],
    ['this machine', () => 'http://127.0.0.1:1/v1.0/drives/a/items/b/content'],
    ['another call of Graph', () => `${app.urls.graph}/v1.0/me/messages`],
    ['a path that leaves the item', () => `${toUrl().replace('/content', '')}/../../../../me`],
    ['no address', () => 'tea'],
  ])('is refused at %s', async (_, file_url) => {
    await expect(ada.call(startFileTextFromUrl, { file_url: file_url() })).rejects.toMatchObject({
      code: 'bad_request',
      detail: "AVA can't open files from that location.",
    });
  });
});
