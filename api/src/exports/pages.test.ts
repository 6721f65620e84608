import { strFromU8, unzipSync } from 'fflate';
import { readPdfPages } from '#tests/harness/readPdfText.ts';
import { writeDocument } from './writing/writeDocument.ts';

/** Tests where pages break, and what stays together on one page. */
const write = async (text: string, format: 'docx' | 'pdf', title = 'File name') =>
  (await writeDocument({ title, parts: [{ heading: '', text, syntax: 'markdown', citations: [] }] }, format)).bytes;

const readPart = async (text: string, part: string) =>
  strFromU8(unzipSync(await write(text, 'docx'))[part] ?? new Uint8Array());

it('a PDF has no heading alone at the end of a page, whatever follows, and no empty page', async () => {
  const followers = [
    'A short text.',
    '- one\n- two',
    '| A | B |\n|--|--|\n| a | b |',
    '```\ncode\n```',
    'Long. '.repeat(150),
  ];
  const sections = Array.from(
    { length: 80 },
    (_, index) => `## Section ${index}\n\n### Part ${index}\n\n${followers[index % followers.length]}`,
  );
  const pages = await readPdfPages(await write(sections.join('\n\n'), 'pdf'));
  expect(pages.length).toBeGreaterThan(5);
  for (const page of pages) expect(page.replace(/Page \d+ of \d+/, '').trim()).not.toMatch(/(^|(Section|Part) \d+)$/);
  const text = pages.join(' ');
  for (const [index] of sections.entries()) expect(text).toContain(`Part ${index}`);
});

it('a text that just fills one page gets no second page', async () => {
  for (let lines = 26; lines < 34; lines += 1) {
    const pages = await readPdfPages(await write('Tea and cake.\n\n'.repeat(lines), 'pdf'));
    expect(pages.every((page) => page.includes('Tea'))).toBe(true);
  }
});

it('a text with its own title has no file name above it', async () => {
  const text = '# Board brief\n\nTea.\n\n## Cake';
  expect(await readPart(text, 'word/document.xml')).not.toContain('File name');
  expect((await readPdfPages(await write(text, 'pdf'))).join()).not.toContain('File name');
  expect(await readPart('# One\n\n# Two', 'word/document.xml')).toContain('File name');
});

it('Word gets boxes to click instead of bullets, and footnotes in their style', async () => {
  const body = await readPart('- [x] done\n- [ ] open\n\nTea.[^1]\n\n[^1]: Note', 'word/document.xml');
  expect(body.match(/<w14:checkbox>/g)).toHaveLength(2);
  expect(body).not.toContain('<w:numPr>');
  expect(await readPart('Tea.[^1]\n\n[^1]: Note', 'word/footnotes.xml')).toContain('<w:pStyle w:val="FootnoteText"/>');
});

it('the height of lines is never exact, which would cut images', async () => {
  for (const part of ['word/styles.xml', 'word/document.xml'])
    for (const [spacing] of (await readPart('# A\n\n| a |\n|--|\n| b |\n\n`c`', part)).matchAll(
      /<w:spacing [^>]*w:line=[^>]*>/g,
    ))
      expect(spacing).toContain('w:lineRule="auto"');
});

const WIDE = Array.from({ length: 12 }, (_, index) => `Responsible${index}`);
const wideTable = `| ${WIDE.join(' | ')} |\n|${'--|'.repeat(12)}\n| ${WIDE.join(' | ')} |`;
const wideText = `First.\n\n- a\n\n## Wide\n\nIntroduction.\n\n${wideTable}\n\n- b\n\nLast.`;

it('a wide table is on a landscape page together with its heading and introduction, in Word and PDF', async () => {
  const pages = await readPdfPages(await write(wideText, 'pdf'));
  expect(pages.map((page) => page.replace(/\s+/g, ' '))).toEqual([
    expect.stringMatching(/First. . a.*Page 1 of 3/),
    expect.stringMatching(/Wide Introduction. Responsible0.*Responsible11.*Page 2 of 3/),
    expect.stringMatching(/b.*Last..*Page 3 of 3/),
  ]);
  const word = await readPart(wideText, 'word/document.xml');
  expect([...word.matchAll(/<w:pgSz [^>]*>/g)].map(([size]) => size.includes('landscape'))).toEqual([
    false,
    true,
    false,
  ]);
  expect(word.indexOf('Introduction')).toBeGreaterThan(word.indexOf('<w:pgSz'));
});

it('from about 20 pages on, a document has a running title, and in Word a table of contents', async () => {
  const chapters = Array.from(
    { length: 25 },
    (_, index) => `## Chapter ${index}\n\n${'Tea and cake in Kirkwall. '.repeat(130)}`,
  );
  const text = `# Annual report\n\n${chapters.join('\n\n')}`;
  const [, ...pages] = await readPdfPages(await write(text, 'pdf'));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.every((page) => page.includes('Annual report'))).toBe(true);
  const contents = (await readPart(text, 'word/document.xml')).split('<w:sdtContent>')[1]?.split('</w:sdtContent>')[0];
  expect(contents?.match(/>Chapter \d+</g)).toHaveLength(25);
  expect(await readPart(text, 'word/header1.xml')).toContain('Annual report');
  expect(await readPart('# Short\n\nTea.', 'word/document.xml')).not.toContain('w:sdt');
});

it('a PDF breaks no word in the header of a table with many columns', async () => {
  const months = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'];
  const header = ['Person', 'Department', ...months, 'November', 'December', 'Sum'];
  const row = ['Cleo Martin', 'Communications', ...months.map(() => '138'), '119', '170', '1,629'];
  const toLine = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const table = [toLine(header), toLine(header.map(() => '--')), toLine(row)].join('\n');
  const [page = ''] = await readPdfPages(await write(table, 'pdf'));
  expect(header.filter((word) => !page.includes(word))).toEqual([]);
});

it('two frames of code that follow each other are not joined in Word', async () => {
  const document = await readPart('```\nfirst\n```\n\n```\nsecond\n```', 'word/document.xml');
  const between = document.slice(document.indexOf('first'), document.indexOf('second'));
  expect(between.match(/<w:p>(?!<w:pPr><w:pStyle)/g)).toHaveLength(1);
});
