import mammoth from 'mammoth';
import { makeCollection, type SampleDocument } from '#tests/harness/exportCollection.ts';
import { readers } from '#tests/harness/readExports.ts';
import { countPdfImages, readPdfStructure } from '#tests/harness/readPdfText.ts';
import { checkPackage } from '#api/ooxml/checkPackage.ts';
import { openParts } from '#api/ooxml/parts.ts';
import { writePresentation } from '#api/presentations/writePresentation.ts';
import { writeDocument } from './writing/writeDocument.ts';

/** Exports a collection and reads it back as AVA reads files, with other libraries than those that wrote it. */
const collection = makeCollection();

const formats = ['txt', 'docx', 'pdf', 'pptx', 'md'] as const;
type Format = (typeof formats)[number];

/** AVA reads equations of Word as TeX, which has braces. */
const withoutBlanks = (text: string) => text.normalize('NFKC').replace(/[\s{}]+/g, '');

it('the collection has at least 60 documents', () => expect(collection.length).toBeGreaterThanOrEqual(60));

/** Documents in one file: writing a file takes longer than writing these documents. */
const perFile: Record<Format, number> = { txt: 1, docx: 15, pdf: 40, pptx: 80, md: 1 };

async function makeFile(samples: readonly SampleDocument[], format: Format): Promise<Uint8Array> {
  const images = Object.assign({}, ...samples.map((sample) => sample.images)) as Record<string, string>;
  if (format === 'pptx') {
    const sections = samples.map(({ name, markdown }) => `# ${name}\n\n${markdown}`);
    return writePresentation(sections.join('\n\n'), null, { name: 'Collection', images }).bytes;
  }
  const parts = samples.map(({ name, markdown }) => ({
    heading: samples.length > 1 ? name : '',
    text: markdown,
    syntax: 'markdown' as const,
    citations: [],
  }));
  return (await writeDocument({ title: 'Collection', parts, images }, format)).bytes;
}

it.each(formats)('no content is lost in %s', async (format) => {
  const lost: string[] = [];
  for (let from = 0; from < collection.length; from += perFile[format]) {
    const samples = collection.slice(from, from + perFile[format]);
    const text = withoutBlanks(await readers[format](await makeFile(samples, format)));
    for (const { name, words } of samples) {
      const missing = words.filter((word) => !text.includes(withoutBlanks(word)));
      if (missing.length > 0) lost.push(`${name}: ${missing.slice(0, 3).join(' ')}`);
    }
  }
  expect(lost).toEqual([]);
});

it('40 images are in every format that has images, also a GIF and a PNG that is cut off', async () => {
  const sample = collection.find(({ name }) => name === '40 images');
  const [png = ''] = Object.values(sample?.images ?? {});
  const markdown = `${sample?.markdown}\n\n![](gif.gif)\n\n![](cut.png)`;
  const more = { 'gif.gif': 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'cut.png': png.slice(0, 60) };
  const samples = [{ name: '', words: [], markdown, images: { ...sample?.images, ...more } }];
  const { value: word } = await mammoth.convertToHtml({ buffer: Buffer.from(await makeFile(samples, 'docx')) });
  expect(word.match(/<img /g)).toHaveLength(42);
  expect(await countPdfImages(await makeFile(samples, 'pdf'))).toBe(42);
  const parts = openParts(await makeFile(samples, 'pptx'));
  const slides = [...parts].filter(([part]) => part.startsWith('ppt/slides/slide'));
  expect(
    slides
      .map(([, xml]) => Buffer.from(xml).toString())
      .join()
      .match(/<p:pic>/g),
  ).toHaveLength(42);
  expect(checkPackage(parts)).toEqual([]);
});

it('a PDF has headings, lists, tables and figures for screen readers, and a repeated header is read once', async () => {
  const png = collection.find(({ name }) => name === '40 images')?.images['0.png'] ?? '';
  const write = (markdown: string) => makeFile([{ name: '', words: [], markdown, images: { 'a.png': png } }], 'pdf');
  const text =
    '# One\n\n1. one\n   - two\n\n| A | B |\n|--|--|\n| a | |\n\n> said [x **y**](https://a.example) now\n\n![Cup](a.png)\n\nText[^1]\n\n[^1]: Note';
  expect(await readPdfStructure(await write(text))).toEqual([
    'Root(Document(H1* L(LI(Lbl* LBody*(L(LI(Lbl* LBody*))))) Table(TR(TH* TH*) TR(TD* TD)) BlockQuote(P*(Link*)) P(Figure[Cup]*) P* P* Note(Lbl* P*)))',
  ]);
  const pages = await readPdfStructure(await write(`# One\n\n| A | B |\n|--|--|\n${'| a | b |\n'.repeat(90)}`));
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.join(' ').match(/TH\*/g)).toHaveLength(2);
});

/** @proves threat:exported-images */
it('a Word document has real structure: headings, lists, tables, links and footnotes', async () => {
  const text =
    '# One\n\n## Two\n\n5. five\n   1. deep\n6. six\n\n| A |\n|---|\n| b |\n\n[x](https://a.example) [bad](javascript:alert) [1]\n\n1. again';
  const citation = {
    number: 1,
    fileid: 'f',
    filename: 'Handbook.pdf',
    pagenumber: 3,
    location: 'page 3',
    datatype: 'PDF',
    link: 'https://northwind.example/handbook',
    lastModified: null,
    quote: '',
    site: null,
    standing: 'holds' as const,
  };
  const part = { heading: '', text, syntax: 'markdown' as const, citations: [citation] };
  const { bytes } = await writeDocument({ title: 'Tea', parts: [part] }, 'docx');
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  expect(value).toContain('<h1>One</h1><h2>Two</h2><ol><li>five<ol><li>deep</li></ol></li><li>six</li></ol>');
  expect(value).toContain('<thead><tr><th><p><strong>A</strong></p></th></tr></thead>');
  expect(value).toContain('<a href="https://a.example">x</a> bad');
  expect(value).toMatch(/<a href="https:\/\/northwind.example\/handbook">Handbook.pdf<\/a>, page 3/);
  expect(value).not.toContain('javascript');
  const styles = openParts(bytes).get('word/styles.xml');
  expect(Buffer.from(styles ?? []).toString()).toContain('<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/>');
});

/** @proves threat:exported-words */
it('Markdown has citations as footnotes and HTML as text, and no program that opens it fetches an image', async () => {
  const text =
    '# One\n\nTea<Name> [1] now.\n\n| A | B |\n|:-:|--|\n| a<br>b | [1] |\n\n1. [ ] x\n\n\\(a^2\\)\n\n' +
    '![Cup](https://evil.example/cup.png) ![our cup](cup.png)';
  const citation = {
    number: 1,
    fileid: 'f',
    filename: 'Hand_book.pdf',
    pagenumber: 3,
    location: '',
    datatype: 'PDF',
    link: 'https://northwind.example/handbook',
    lastModified: null,
    quote: '',
    site: null,
    standing: 'holds' as const,
  };
  const part = { heading: '', text, syntax: 'markdown' as const, citations: [citation] };
  const { bytes } = await writeDocument({ title: 'Tea', parts: [part] }, 'md');
  expect(Buffer.from(bytes).toString()).toBe(
    [
      '# One',
      'Tea\\<Name> [^1] now.',
      '|    A   | B    |\n| :----: | ---- |\n| a<br>b | [^1] |',
      '1. [ ] x',
      '$$\na^2\n$$',
      '[Cup](https://evil.example/cup.png) \\[our cup]',
      '[^1]: [Hand_book.pdf](https://northwind.example/handbook), page 3\n',
    ].join('\n\n'),
  );
});

it('a paragraph of Word has only one style, wherever it is nested', async () => {
  const blocks = [
    '## Two',
    '- item\n  - [x] task',
    '1. one',
    '```\ncode\n```',
    '| A |\n|--|\n| a |',
    '---',
    '$$\na\n$$',
  ];
  const inQuote = blocks.map((block) => `> ${block.replaceAll('\n', '\n> ')}`);
  const inList = blocks.map((block) => `- > ${block.replaceAll('\n', '\n  > ')}`);
  const notes = blocks.map((block, index) => `[^${index}]: ${block.replaceAll('\n', '\n    ')}`);
  const text = [...inQuote, ...inList, blocks.map((_, index) => `Text[^${index}]`).join(' '), ...notes].join('\n\n');
  const parts = openParts(await makeFile([{ name: '', words: [], markdown: text, images: {} }], 'docx'));
  for (const name of ['word/document.xml', 'word/footnotes.xml']) {
    const properties =
      Buffer.from(parts.get(name) ?? [])
        .toString()
        .match(/<w:pPr>.*?<\/w:pPr>/g) ?? [];
    expect(properties.length).toBeGreaterThan(5);
    expect(properties.filter((xml) => (xml.match(/<w:pStyle /g) ?? []).length > 1)).toEqual([]);
  }
});
