/**
 * Checks the texts of one table on every surface that the server and the bot write. The tab has a separate test for it.
 */
import { fromHtml } from 'hast-util-from-html';
import mammoth from 'mammoth';
import { marked } from 'marked';
import type { Nodes } from 'hast';
import { parseDocument } from '#api/exports/markdown/parseDocument.ts';
import { renderEmail } from '#api/exports/email/renderEmail.ts';
import { writeDocument } from '#api/exports/writing/writeDocument.ts';
import type { Run } from '#api/presentations/content/blocks.ts';
import { parseSection } from '#api/presentations/content/markdownBlocks.ts';
import { toMessageText } from '#bot/answer/answerText.ts';
import { allCases, dialectCases } from './harness/markdown/dialectCases.ts';
import { printSegments, readHtml, withoutMarks, type HtmlNode, type Surface } from './harness/markdown/readings.ts';
import { readPdfText } from './harness/readPdfText.ts';

const toDocument = (markdown: string, heading = '') => ({
  title: 'Case',
  parts: [{ heading, text: markdown, syntax: 'markdown' as const, citations: [] }],
});

function toNode(node: Nodes): HtmlNode {
  if (node.type === 'text') return { name: '', text: node.value, attributes: {}, children: [] };
  const children = 'children' in node ? node.children.map(toNode) : [];
  if (node.type !== 'element') return { name: '', attributes: {}, children };
  const attributes = Object.fromEntries(Object.entries(node.properties).map(([name, value]) => [name, String(value)]));
  return { name: node.tagName, attributes, children };
}

const readHtmlText = (html: string) => readHtml(toNode(fromHtml(html, { fragment: true })));

const toSegments = (runs: readonly Run[]) =>
  runs.map((run) => {
    const looks = [run.bold && 'b', run.italic && 'i', run.strike && 's', run.underline && 'u', run.link && 'a'];
    const script = run.script === undefined ? '' : run.script === 'subscript' ? 'low' : 'high';
    return { text: run.text, marks: run.code ? 'code' : looks.filter(Boolean).join('') + script };
  });

function readSlides(markdown: string): string {
  const { blocks } = parseSection(markdown, {});
  const paragraphs = blocks.flatMap((block) =>
    block.kind === 'paragraph' ? [block.runs] : block.kind === 'table' ? block.rows.flat() : [],
  );
  return printSegments(paragraphs.flatMap((runs) => [...toSegments(runs), { text: '\n', marks: '' }]));
}

const surfaces: Partial<Record<Surface, (markdown: string) => string | Promise<string>>> = {
  mail: async (markdown) => readHtmlText((await renderEmail(parseDocument(toDocument(markdown)))).html),
  slides: readSlides,
  // The sandbox's Teams shows messages with `marked`.
  teams: (markdown) => readHtmlText(marked.parse(toMessageText(markdown).text, { async: false })),
};

describe.each(Object.entries(surfaces))('on the surface %s', (name, read) => {
  it.each(Object.entries(dialectCases))('%s read as the dialect says', async (_, cases) => {
    const readings = await Promise.all(cases.map(({ markdown }) => read(markdown)));
    const expected = cases.map(({ reads, except }) => except?.[name as Surface] ?? reads);
    expect(readings).toEqual(expected);
  });
});

it('subscript, superscript and underline tags mean the same in an HTML text as in Markdown', async () => {
  const html = '<p>H<sub>2</sub>O, 10<sup>6</sup>, <u>under</u> and <ins>new</ins></p>';
  const parts = [{ heading: '', text: html, syntax: 'html' as const, citations: [] }];
  const { html: mail } = await renderEmail(parseDocument({ title: 'Case', parts }));
  expect(readHtmlText(mail)).toBe('H{low:2}O, 10{high:6}, {u:under} and {u:new}');
});

const isCode = (markdown: string, reads: string) => reads.includes('{code:') || markdown.includes('$$');

it('a text file reads as the dialect says, without marks', async () => {
  const readings = [];
  for (const { markdown } of allCases) {
    const { bytes } = await writeDocument(toDocument(markdown), 'txt');
    const text = Buffer.from(bytes)
      .toString('utf8')
      .replace(/^\ufeff/, '')
      .replace(/\r\n/g, '\n')
      .trim();
    readings.push(text.replace(/[\t\u00a0]/g, ' ').replace(/\n+/g, '\n'));
  }
  expect(readings).toEqual(allCases.map(({ reads, except }) => except?.text ?? withoutMarks(reads)));
});

/**
 * Removes white space and combining marks, because lines break where the page ends, and fonts order marks differently.
 */
const withoutBlanks = (text: string) => text.normalize('NFKD').replace(/[\s\u200b\p{M}]+/gu, '');

it.each(['docx', 'pdf'] as const)(
  'a %s file contains all words of the cases, and no Markdown marks',
  async (format) => {
    const parts = allCases.map(({ markdown }, index) => toDocument(markdown, `Case ${index} starts`).parts[0]!);
    const { bytes } = await writeDocument({ title: 'Cases', parts }, format);
    const text = format === 'pdf' ? await readPdfText(bytes) : await readWord(bytes);
    const sections = withoutBlanks(text)
      .split(/Case\d+starts/)
      .slice(1);
    expect(sections).toHaveLength(allCases.length);
    const wrong = allCases.flatMap(({ markdown, reads }, index) => {
      const expected = withoutBlanks(withoutMarks(reads));
      const section = sections[index] ?? '';
      const isRight = isCode(markdown, reads) || format === 'pdf' ? hasAll(section, reads) : section === expected;
      return isRight ? [] : [{ markdown, section, expected }];
    });
    expect(wrong).toEqual([]);
  },
);

async function readWord(bytes: Uint8Array): Promise<string> {
  const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(bytes) });
  return withoutMarks(readHtmlText(value));
}

/** Whether a section has all texts of a reading in their order, formulas and code excluded. */
function hasAll(section: string, reads: string): boolean {
  let from = 0;
  for (const line of reads.replace(/\{code:[^\n]*?\}(?!\})/g, '\n').split('\n')) {
    const text = withoutBlanks(withoutMarks(line));
    from = section.indexOf(text, from);
    if (from < 0) return false;
  }
  return true;
}
