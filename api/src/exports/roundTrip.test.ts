import mammoth from 'mammoth';
import { makeCollection, type SampleDocument } from '../../../tests/harness/exportCollection.ts';
import { readPdfText } from '../../../tests/harness/readPdfText.ts';
import type { DocumentFormat } from '../../contract/exports/exports.ts';
import { writeDocument } from './writing/writeDocument.ts';

/** Exports a collection and reads it back with other libraries than those that wrote it. */
const collection = makeCollection();

const readers: Record<DocumentFormat, (bytes: Uint8Array) => Promise<string>> = {
  txt: async (bytes) => Buffer.from(bytes).toString('utf8'),
  docx: async (bytes) => toText((await mammoth.convertToHtml({ buffer: Buffer.from(bytes) })).value),
  pdf: readPdfText,
};

/** Without elements. Unlike the raw text of mammoth, its HTML contains the footnotes. */
const toText = (html: string) => html.replace(/<[^>]+>/g, ' ').replaceAll('&amp;', '&');

const withoutBlanks = (text: string) => text.normalize('NFKC').replace(/\s+/g, '');

it('has at least 60 documents', () => expect(collection.length).toBeGreaterThanOrEqual(60));

/** Documents in one file: writing a file takes longer than writing these documents. */
const perFile: Record<DocumentFormat, number> = { txt: 1, docx: 15, pdf: 40 };

function makeFile(samples: readonly SampleDocument[], format: DocumentFormat): Promise<Uint8Array> {
  const parts = samples.map(({ name, markdown }) => ({
    heading: samples.length > 1 ? name : '',
    text: markdown,
    syntax: 'markdown' as const,
    citations: [],
  }));
  const images = Object.assign({}, ...samples.map((sample) => sample.images)) as Record<string, string>;
  return writeDocument({ title: 'Collection', parts, images }, format);
}

it.each(['txt', 'docx', 'pdf'] as const)('no content is lost in %s', async (format) => {
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

it('the structure is the one of Word: headings, lists, tables, links and footnotes', async () => {
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
  const bytes = await writeDocument({ title: 'Tea', parts: [part] }, 'docx');
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  expect(value).toContain('<h1>One</h1><h2>Two</h2><ol><li>five<ol><li>deep</li></ol></li><li>six</li></ol>');
  expect(value).toContain('<thead><tr><th><p><strong>A</strong></p></th></tr></thead>');
  expect(value).toContain('<a href="https://a.example">x</a> bad');
  expect(value).toMatch(/<a href="https:\/\/northwind.example\/handbook">Handbook.pdf<\/a>, page 3/);
  expect(value).not.toContain('javascript');
});
