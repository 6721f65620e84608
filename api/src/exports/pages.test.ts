import { strFromU8, unzipSync } from 'fflate';
import { readPdfPages } from '#tests/harness/readPdfText.ts';
import { writeDocument } from './writing/writeDocument.ts';

/** Where pages break, and what is not separated there. */
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

it('a text that just fills its page has no second one', async () => {
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
