import { generateDocuments } from '#tests/harness/generatedDocuments.ts';
import { readers } from '#tests/harness/readExports.ts';
import { readPdfText } from '#tests/harness/readPdfText.ts';
import { writePresentation } from '#api/presentations/writePresentation.ts';
import { writeDocument } from './writing/writeDocument.ts';

/**
 * A hundred generated documents: nested lists, quotes, code, footnotes, ten scripts from the left and the right, emoji, wide
 * tables, and rows and headers that are higher than a page. Each word of a document occurs once.
 */
const documents = generateDocuments(100);
/** Writing a file takes longer than writing these documents. */
const PER_FILE = 20;

const normalize = (text: string) => text.normalize('NFKC').replace(/[\s{}]+/g, '');

type Format = 'txt' | 'docx' | 'pdf' | 'email' | 'eml' | 'pptx';

async function write(texts: readonly string[], format: Format): Promise<Uint8Array> {
  if (format === 'pptx') return writePresentation(texts.join('\n\n'), null, { name: 'Tea' }).bytes;
  const parts = texts.map((text) => ({ heading: '', text, syntax: 'markdown' as const, citations: [] }));
  return (await writeDocument({ title: 'Tea', parts }, format)).bytes;
}

it.each(['txt', 'docx', 'email', 'eml'] as const)('no word of a hundred documents is lost in %s', async (format) => {
  const lost: { markdown: string; missing: string[] }[] = [];
  for (const { markdown, words } of documents) {
    const read = normalize(await readers[format](await write([markdown], format)));
    const missing = words.filter((word) => !read.includes(normalize(word)));
    if (missing.length > 0) lost.push({ markdown, missing });
  }
  expect(lost).toEqual([]);
});

/** How often each character occurs. */
function count(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  return counts;
}

it('no letter of a hundred documents is lost in a PDF, where pages can divide a word in a narrow column', async () => {
  for (let from = 0; from < documents.length; from += PER_FILE) {
    const group = documents.slice(from, from + PER_FILE);
    const text = await readPdfText(
      await write(
        group.map(({ markdown }) => markdown),
        'pdf',
      ),
    );
    const read = count(normalize(text.replace(/Page \d+ of \d+/g, '')));
    const expected = count(normalize(group.flatMap(({ words }) => words).join('')));
    expect([...expected].filter(([character, times]) => (read.get(character) ?? 0) < times)).toEqual([]);
  }
});

it('no letter of a hundred documents is lost in slides and their notes, where a slide can end within a word', async () => {
  const lost: { markdown: string; missing: [string, number][] }[] = [];
  for (const { markdown, words } of documents) {
    const read = count(normalize(await readers.pptx(await write([markdown], 'pptx'))));
    const missing = [...count(normalize(words.join('')))].filter(([letter, times]) => (read.get(letter) ?? 0) < times);
    if (missing.length > 0) lost.push({ markdown, missing });
  }
  expect(lost).toEqual([]);
});
