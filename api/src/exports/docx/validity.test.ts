import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { checkWordDocument } from '#tests/harness/checkWordDocument.ts';
import { makeCollection } from '#tests/harness/exportCollection.ts';
import { writeDocument } from '#api/exports/writing/writeDocument.ts';

const write = async (text: string, images = {}, syntax: 'markdown' | 'html' = 'markdown') =>
  (await writeDocument({ title: 'Tea', parts: [{ heading: '', text, syntax, citations: [] }], images }, 'docx')).bytes;

const cells = Array.from({ length: 12 }, (_, index) => `Responsible${index}`).join(' | ');

const documents: Readonly<Record<string, string>> = {
  'a heading in a quote and in a footnote':
    '> ## Quote\n\nText[^1].\n\n[^1]: ### Note\n\n    - item\n\n- > # In a list',
  'formulas of all kinds':
    '$$\n\\sum_{i=1}^n \\frac{a_i}{\\sqrt[3]{b^2}} \\lim_{x\\to 0} \\sin x\n$$\n\n$$\n\\begin{cases} x & y \\\\ \\bar a & \\overline{AB} \\end{cases} \\underbrace{a}_{b} \\left(\\binom{n}{k}\\right. \\boxed{x} \\cancel{y}\n$$\n\n\\(a_1^2 \\mathbf{v} \\mathbb{R} \\text{if } \\phantom{x} \\overset{a}{b} \\xrightarrow[b]{a} \\hat x\\)',
  'wide tables, one of them at the beginning and at the end': `| ${cells} |\n|${'--|'.repeat(12)}\n| ${cells} |\n\nText.\n\n# A\n\n| ${cells} |\n|${'--|'.repeat(12)}\n| a |`,
  'a long document': Array.from({ length: 30 }, (_, index) => `## ${index}\n\n${'Tea. '.repeat(900)}`).join('\n\n'),
  'text from right to left': '# عنوان\n\n> اقتباس\n\n- بند\n\n| أ | ب |\n|--|--|\n| ج | د |\n\nEnglish عربي 한국어.',
  'a table in a footnote and an empty table': 'A[^1].\n\n[^1]: | a |\n    |--|\n    | b |\n\n| |\n|--|',
};

it.each(Object.entries(documents))('%s is a valid document of Word', async (_, text) => {
  expect(checkWordDocument(await write(text))).toEqual([]);
});

it('every document of the collection is a valid document of Word', async () => {
  const problems: string[] = [];
  for (const { name, markdown, images } of makeCollection())
    problems.push(...checkWordDocument(await write(markdown, images)).map((problem) => `${name}: ${problem}`));
  expect(problems).toEqual([]);
});

it.each([
  ['two styles', '<w:p><w:pPr><w:pStyle w:val="A"/><w:pStyle w:val="B"/></w:pPr></w:p>', 'w:pPr(w:pStyle w:pStyle)'],
  ['a wrong order', '<w:p><w:pPr><w:jc w:val="left"/><w:bidi/></w:pPr></w:p>', 'w:pPr(w:jc w:bidi)'],
  ['no value', '<w:p><w:pPr><w:jc w:val="undefined"/></w:pPr></w:p>', 'w:jc has w:val="undefined"'],
  ['an unknown element', '<w:p><w:tea/></w:p>', 'w:p(w:tea)'],
  ['an empty cell', '<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc/></w:tr></w:tbl>', 'w:tc()'],
])('the check of validity reports %s', async (_, inserted, problem) => {
  const parts = unzipSync(await write('Tea.'));
  const xml = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
  parts['word/document.xml'] = strToU8(xml.replace('<w:body>', `<w:body>${inserted}`));
  expect(checkWordDocument(zipSync(parts))).toEqual([`word/document.xml: ${problem}`]);
});
