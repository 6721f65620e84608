import { gzipSync } from 'node:zlib';
import { documentXml, makeDocxWith, makeZip } from '#tests/harness/hostile/hostileFiles.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { fileTypes, readableNow } from '#contract/files/fileTypes.ts';
import { Extraction } from '#contract/files/locations.ts';
import { extract, type ExtractionProgress } from './extract.ts';
import { makeBrokenPdf, makePdf, makeScannedPdf } from '#sandbox/documents/pdf.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { makeLockedPdf } from '#sandbox/documents/lockedPdf.ts';
import { makeText } from '#sandbox/documents/textFile.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

async function read(bytes: Uint8Array, name: string, claimedType?: string): Promise<Extraction> {
  return readInProcess({ path: await files.write(bytes), name, ...(claimedType && { claimedType }) });
}

const filler = Array.from({ length: 60 }, (_, index) => `filler${index} words to fill the page`).join(' ');

describe('a PDF', () => {
  it('is read with each sentence on its own page only', async () => {
    const sentences = [1, 2, 3, 4, 5].map((page) => `Clause ${page * 111} belongs to sheet ${page}.`);
    const pages = sentences.map((sentence, index) => (index === 2 ? [] : [filler, sentence, filler]));
    const progress: ExtractionProgress[] = [];
    const path = await files.write(await makePdf(pages, { header: 'Northwind Studio' }));
    const extraction = await extract({ path, name: 'lease.pdf' }, { onProgress: (step) => progress.push(step) });

    expect(Extraction.parse(extraction)).toEqual(extraction);
    expect(extraction).toMatchObject({ type: 'PDF', pages: 5, usedOcr: false });
    expect(extraction.parts.map((part) => part.location)).toEqual(
      [1, 2, 3, 4, 5].map((page) => ({ kind: 'page', page })),
    );
    for (const index of [0, 1, 3, 4])
      expect(extraction.parts.flatMap((part, page) => (part.text.includes(sentences[index]!) ? [page] : []))).toEqual([
        index,
      ]);
    expect(extraction.parts[2]!.text).toBe('Northwind Studio');
    expect(progress.map((step) => step.stage)).toEqual(expect.arrayContaining(['waiting', 'opening', 'reading']));
    expect(progress.at(-1)).toEqual({ done: 5, total: 5, stage: 'reading' });
  });

  it('names its pages as they are printed, and counts them from the start', async () => {
    const extraction = await read(await makePdf([['Preface.'], ['Contents.'], ['Scope.']], { romanPages: 2 }), 'h.pdf');
    expect(extraction.parts.map((part) => part.location)).toEqual([
      { kind: 'page', page: 1, label: 'i' },
      { kind: 'page', page: 2, label: 'ii' },
      { kind: 'page', page: 3, label: '1' },
    ]);
  });

  it('has no part for an empty page, but counts the page', async () => {
    const extraction = await read(await makePdf([['First.'], [], ['Third.']]), 'three.pdf');
    expect(extraction.parts).toEqual([
      { location: { kind: 'page', page: 1 }, text: 'First.' },
      { location: { kind: 'page', page: 3 }, text: 'Third.' },
    ]);
    expect(extraction.pages).toBe(3);
  });

  it.each(['columns', 'across'] as const)('is read column by column if it is drawn by %s', async (lineOrder) => {
    const extraction = await read(
      await makePdf([[filler]], { columns: 2, lineOrder, header: 'Northwind' }),
      'paper.pdf',
    );
    expect(extraction.parts[0]!.text.replace(/\s+/g, ' ')).toBe(`Northwind ${filler}`);
  });

  /** @proves threat:file-types */
  it('is detected whatever its name and type', async () => {
    const extraction = await read(await makePdf([['Not plain text.']]), 'notes.txt', 'text/plain');
    expect(extraction).toMatchObject({ type: 'PDF', parts: [{ text: 'Not plain text.' }] });
  });

  it('is read if a password is needed only for changes', async () => {
    const extraction = await read(makeLockedPdf({ text: 'Open to all.', password: '' }), 'open.pdf');
    expect(extraction.parts).toEqual([{ location: { kind: 'page', page: 1 }, text: 'Open to all.' }]);
  });
});

describe('a Word document', () => {
  it('is read in sections with lists and tables', async () => {
    const bytes = await makeDocx([
      { paragraphs: ['To the board.'] },
      {
        heading: 'Budget',
        paragraphs: ['Fish & chips < 5 EUR.'],
        table: [
          ['Item', 'EUR'],
          ['Train', '120'],
        ],
      },
      { heading: 'Steps', level: 2, numbered: ['Ask Ada.', 'Book.'] },
      { heading: 'Staff', bullets: ['Ben', 'Cleo'] },
    ]);
    expect(await read(bytes, 'plan.docx')).toEqual({
      type: 'DOCX',
      pages: null,
      usedOcr: false,
      parts: [
        { location: { kind: 'section', path: [] }, text: 'To the board.' },
        {
          location: { kind: 'section', path: ['Budget'] },
          text: 'Budget\n\nFish & chips < 5 EUR.\n\n| Item | EUR |\n| Train | 120 |',
        },
        { location: { kind: 'section', path: ['Budget', 'Steps'] }, text: 'Steps\n\n1. Ask Ada.\n2. Book.' },
        { location: { kind: 'section', path: ['Staff'] }, text: 'Staff\n\n- Ben\n- Cleo' },
      ],
    });
  });

  it('is read with tracked changes accepted', async () => {
    const run = (tag: string) => `<w:r><w:${tag}>%</w:${tag}></w:r>`;
    const body =
      `<w:p>${run('t').replace('%', 'The rent is ')}<w:del>${run('delText').replace('%', '900')}</w:del>` +
      `<w:ins>${run('t').replace('%', '950')}</w:ins></w:p>`;
    const extraction = await read(await makeDocxWith({ 'word/document.xml': documentXml(body) }), 'lease.docx');
    expect(extraction.parts.map((part) => part.text)).toEqual(['The rent is 950']);
  });

  it('is detected when it is named .pdf or sent as a zip archive', async () => {
    const bytes = await makeDocx([{ paragraphs: ['Hello.'] }]);
    expect((await read(bytes, 'hello.pdf', 'application/pdf')).type).toBe('DOCX');
    expect((await read(bytes, 'hello.docx', 'application/zip')).type).toBe('DOCX');
  });
});

describe('text', () => {
  it.each([
    ['notes.txt', '', 'TXT'],
    ['server.log', 'text/plain', 'LOG'],
    ['main.py', '', 'PY'],
    ['without ending', '', 'TXT'],
  ])('%s (%s) is %s', async (name, mime, type) => {
    const extraction = await read(makeText('<b>Ada</b>;Größe\r\n5'), name, mime);
    expect(extraction).toEqual({
      type,
      pages: null,
      usedOcr: false,
      parts: [{ location: { kind: 'whole' }, text: '<b>Ada</b>;Größe\n5' }],
    });
  });

  it('is detected when it starts like a bitmap, an archive or a program', async () => {
    for (const text of ['BMW sold more cars.', 'PK means primary key.', 'MZ is a region.', '%!PS or not'])
      expect((await read(makeText(text), 'a.txt')).parts[0]!.text).toBe(text);
  });

  it('of 70 MB is refused', async () => {
    const path = await files.write(Buffer.alloc(73_400_320, 'All work and no play. '));
    await expect(extract({ path, name: 'long.txt' })).rejects.toMatchObject({ code: 'too_big_inside' });
  });

  it('of 20 MB is read whole', async () => {
    const path = await files.write(Buffer.alloc(20_971_520, 'All work and no play!\n'));
    const extraction = await extract({ path, name: 'long.txt' });
    expect(extraction.parts[0]!.text.length).toBeGreaterThan(20_971_480);
  });
});

const ARCHIVE = 'This file is an archive (ZIP). Please add the files in it instead.';
const PROGRAM = 'This file is a program (EXE), which is never opened.';

describe('an extraction fails with one sentence for', () => {
  const archive = makeZip({ 'a.txt': 'Ada' });
  const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(300, '\0\x01\x02')]);
  const oldOffice = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]);
  const lockedOffice = Buffer.concat([oldOffice, Buffer.from('EncryptedPackage', 'utf16le')]);

  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string, string, string]>([
    ['a locked PDF', () => makeLockedPdf(), 'a.pdf', 'locked', 'The file is protected with a password.'],
    ['a locked Word document', () => lockedOffice, 'a.docx', 'locked', 'The file is protected with a password.'],
    ['a broken PDF', makeBrokenPdf, 'a.pdf', 'broken', 'The file is damaged.'],
    ['a scan of empty paper', makeScannedPdf, 'a.pdf', 'no_text', 'No text was found in the file.'],
    ['an empty file', () => Buffer.alloc(0), 'a.txt', 'no_text', 'The file is empty.'],
    ['only blanks', () => makeText(' \r\n\t'), 'a.txt', 'no_text', 'No text was found in the file.'],
    ['an empty Word document', () => makeDocx([{}]), 'a.docx', 'no_text', 'No text was found in the file.'],
    ['a web page named .docx', () => makeText('<html>'), 'a.docx', 'broken', 'The file is called DOCX but is not one.'],
    ['text named .png', () => makeText('Ada'), 'a.png', 'broken', 'The file is called PNG but is not one.'],
    [
      'noise named .png',
      () => Buffer.from('89504e470d0a1a0a00ff00fe01', 'hex'),
      'a.png',
      'broken',
      'The file is called PNG but is not one.',
    ],
    ['a program named .pdf', () => program, 'a.pdf', 'unsupported', PROGRAM],
    ['an archive named .docx', () => archive, 'a.docx', 'unsupported', ARCHIVE],
    [
      'a RAR archive',
      () => Buffer.from('Rar!\x1a\x07\x01\0', 'latin1'),
      'a.txt',
      'unsupported',
      ARCHIVE.replace('ZIP', 'RAR'),
    ],
    [
      'a 7z archive',
      () => Buffer.from('377abcaf271c0004', 'hex'),
      'a.pdf',
      'unsupported',
      ARCHIVE.replace('ZIP', '7Z'),
    ],
    ['a gzip archive', () => gzipSync('Ada'), 'a.txt', 'unsupported', ARCHIVE.replace('ZIP', 'GZ')],
    [
      'an old Word document',
      () => oldOffice,
      'a.doc',
      'unsupported',
      'Files of type DOC cannot be read. Save it as DOCX, XLSX, PPTX or PDF, and add that file.',
    ],
    [
      'noise',
      () => Buffer.from('00ff00fe01'.repeat(40), 'hex'),
      'a',
      'unsupported',
      'The type of this file is not known.',
    ],
  ])('%s', async (_, make, name, code, reason) => {
    await expect(read(await make(), name)).rejects.toMatchObject({ name: 'ExtractionError', code, reason });
  });

  it('a file that does not exist', async () => {
    await expect(extract({ path: '/nowhere/at/all', name: 'a.pdf' })).rejects.toMatchObject({ code: 'broken' });
  });
});

it('reads only the types that the contract lists as readable', async () => {
  expect(fileTypes.filter((type) => !readableNow(type))).toEqual(
    expect.arrayContaining(['DOC', 'PPT', 'ZIP', 'EXE', 'Unknown']),
  );
  const refused = { code: 'unsupported', reason: ARCHIVE };
  await expect(read(makeZip({ 'a.txt': 'text' }), 'a.docx')).rejects.toMatchObject(refused);
});

it('rich text is known by its content', async () => {
  const { type, parts } = await read(makeText('{\\rtf1 Ada}'), 'a.txt');
  expect([type, parts[0]?.text]).toEqual(['RTF', 'Ada']);
});

it('a web page is read as a browser shows it', async () => {
  const page =
    '<html><head><title>Fees of 2026</title><style>p{}</style></head><body><p>Fees: 40 €</p><script>1</script></body></html>';
  expect((await read(makeText(page), 'fees.html')).parts).toEqual([
    { location: { kind: 'whole' }, text: 'Fees of 2026\n\nFees: 40 €' },
  ]);
});
