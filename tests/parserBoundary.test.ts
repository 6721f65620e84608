/**
 * No parser of outside text runs in the API, its workers or the bot, because one hostile text would stop them for everybody.
 * Parsers run in the processes of `api/platform/childProcess/bundledProgram.ts`, which are started by path,
 * so that no import leads to them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { programs } from '#platform/childProcess/bundledProgram.ts';
import { entries, findPackages, root } from './sourceImports.ts';

/** Packages that parse Markdown, HTML, XML, archives, documents, mails, transcripts or images, and those that write them. */
const PARSERS = [
  /^(micromark|mdast-util|hast-util|unist-util|remark|rehype|unified)($|-)/,
  /^(react-markdown|marked|markdown-it|parse5|htmlparser2|cheerio|jsdom|dompurify|sanitize-html)$/,
  /^(saxes|sax|@xmldom\/xmldom|fast-xml-parser|xml2js)$/,
  /^(fflate|jszip|adm-zip|yauzl|unzipper|tar|tar-fs|tar-stream)$/,
  /^(mammoth|docx|docx-preview|@e965\/xlsx|xlsx|exceljs|write-excel-file|pptxgenjs|@aiden0z\/pptx-renderer|officeparser)$/,
  /^(pdfjs-dist|pdfmake|pdf-lib|pdf-parse|fontkit|bidi-js)$/,
  /^(postal-mime|mailparser|@kenjiuno\/(?:msgreader|decompressrtf)|media-captions)$/,
  /^(chardet|iconv-lite|file-type|csv-parse|numfmt|papaparse|js-yaml|yaml)$/,
  /^(tesseract\.js|@napi-rs\/canvas|sharp|jimp|katex|mermaid|lowlight|adaptivecards)$/,
];

/** Parsers that these processes load, with the reason. Each is bounded where it is used. */
const exceptions: Readonly<Record<string, string>> = {
  adaptivecards: 'It checks the cards that the bot has made.',
  busboy: 'It is the body reader: it streams, and readBody.ts limits the bytes, fields and parts.',
  'hast-util-from-html': 'It parses formatted text of a SharePoint list; listItem.ts limits it to 20,000 characters.',
  'hast-util-to-text': 'It reads the tree of hast-util-from-html.',
};

const isParser = (name: string) => PARSERS.some((pattern) => pattern.test(name));

/** @proves threat:parsers-in-children */
it.each(entries)('%s imports no parser of text from outside, directly or through other files', (entry) => {
  const found = [...findPackages(entry)].filter(([name]) => isParser(name) && !(name in exceptions));
  expect(found.map(([, chain]) => chain.join(' → '))).toEqual([]);
});

it.each(Object.entries(programs))('no entry point imports the program %s, which imports parsers', (_, program) => {
  expect([...findPackages(program).keys()].filter(isParser)).not.toEqual([]);
  for (const entry of entries) {
    const chains = [...findPackages(entry).values()].flat();
    expect(chains).not.toContain(program);
  }
});

it('every package that the programs import matches a pattern, except zod, and every exception is a dependency', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const reached = new Set(Object.values(programs).flatMap((program) => [...findPackages(program).keys()]));
  expect([...reached].filter((name) => !isParser(name)).toSorted()).toEqual(['zod']);
  expect(Object.keys(exceptions).filter((name) => !(name in dependencies))).toEqual([]);
});
