import { randomBytes } from 'node:crypto';
import { checkWordDocument } from '#tests/harness/checkWordDocument.ts';
import { makeCollection } from '#tests/harness/exportCollection.ts';
import { readers } from '#tests/harness/readExports.ts';
import { getWordTemplatePart, makeWordTemplate } from '#tests/harness/client/wordTemplates.ts';
import { checkPackage } from '#api/ooxml/checkPackage.ts';
import { openParts, zipParts } from '#api/ooxml/parts.ts';
import { writeDocument } from '#api/exports/writing/writeDocument.ts';
import { cleanWordTemplate } from './cleanWordTemplate.ts';

const TEXT =
  '# Tea\n\n## Leaves\n\nText[^1] with `code`.\n\n> Quote\n\n- a\n\n1. b\n\n| a | b |\n|--|--|\n| c | d |\n\n[^1]: Note';
const MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml';

async function write(text: string, template: Uint8Array, images = {}) {
  const part = { heading: '', text, syntax: 'markdown' as const, citations: [] };
  const cleaned = Buffer.from(zipParts(cleanWordTemplate(template))).toString('base64');
  const { bytes, lacksTemplate } = await writeDocument(
    { title: 'Tea', parts: [part], images, template: cleaned },
    'docx',
  );
  expect(lacksTemplate).toBe(false);
  return bytes;
}

async function readPart(name: string, template = makeWordTemplate(), text = TEXT): Promise<string> {
  return Buffer.from(openParts(await write(text, template)).get(name) ?? []).toString();
}

const change = (part: string, from: string | RegExp, to: string) =>
  makeWordTemplate({ [part]: getWordTemplatePart(part).replace(from, to) });
const toField = (code: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>`;
const getStyle = (xml: string, id: string) => new RegExp(`<w:style [^>]*w:styleId="${id}".*?</w:style>`).exec(xml)?.[0];

it('text has the styles of the template, which are known by their names and not by their ids', async () => {
  const xml = await readPart('word/document.xml');
  expect(xml).toContain('<w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t xml:space="preserve">Tea<');
  expect(xml).toContain('<w:pStyle w:val="Zitat"/>');
  // The template has another style with the id that AVA uses for code.
  expect(xml).toContain('<w:rStyle w:val="CodeCharacter"/>');
  expect(await readPart('word/document.xml', makeWordTemplate(), '```\ntea\n```')).toContain(
    '<w:pStyle w:val="Code2"/>',
  );
});

it('a style that the template lacks is added and based on the template’s styles', async () => {
  const styles = await readPart('word/template/styles.xml');
  const heading = getStyle(styles, 'Heading2');
  expect(heading).toContain('<w:basedOn w:val="berschrift1"/>');
  expect(heading).not.toContain('w:color');
  // The number of the heading above it is not repeated.
  expect(heading).toContain('<w:numPr><w:numId w:val="0"/></w:numPr>');
  expect(getStyle(styles, 'TableAva')).toContain('<w:basedOn w:val="NormaleTabelle"/>');
  expect(getStyle(styles, 'TableText')).toContain('<w:basedOn w:val="Standard"/>');
  expect(styles).toContain('<w:lang w:val="en-US"');
});

it('pages have the size, margins, headers and footers of the last section, with the logo', async () => {
  const xml = await readPart('word/document.xml');
  const section = /<w:sectPr>.*<\/w:sectPr>/.exec(xml)?.[0] ?? '';
  expect(section).toMatch(/<w:pgSz w:w="11900" w:h="16840"/);
  expect(section).toMatch(/w:top="2268" w:right="1134" w:bottom="1418" w:left="1701" w:header="567"/);
  expect(section.match(/<w:(header|footer)Reference w:type="\w+"/g)).toHaveLength(4);
  expect(section).toContain('<w:titlePg/>');
  expect(await readPart('word/settings.xml')).toContain('<w:evenAndOddHeaders/>');
  const parts = openParts(await write(TEXT, makeWordTemplate()));
  expect(parts.has('word/template/media/image1.png')).toBe(true);
  // A table is as wide as the text between these margins.
  expect(xml).toContain('<w:tblW w:type="dxa" w:w="9065"/>');
});

it('nothing of the text of the template, or of the computer that it was made on, is copied into a document', async () => {
  for (const bytes of [zipParts(cleanWordTemplate(makeWordTemplate())), await write(TEXT, makeWordTemplate())]) {
    const all = [...openParts(bytes).values()].map((content) => Buffer.from(content).toString()).join(' ');
    expect(all).not.toMatch(/Secret letter|Vorlagen/);
    expect(all).toContain('Northwind Studio');
  }
});

it('lists of the text and numbered headings of the template do not mix', async () => {
  const [xml, numbering] = [await readPart('word/document.xml'), await readPart('word/template/numbering.xml')];
  const ids = [...xml.matchAll(/<w:numId w:val="(\d+)"/g)].map(([, id]) => id);
  expect(ids.length).toBeGreaterThan(1);
  expect(ids).not.toContain('1');
  for (const id of ids) expect(numbering).toContain(`<w:num w:numId="${id}"`);
});

it('a document keeps its page numbers if the template has no headers, footers, numbering or settings', async () => {
  const plain = makeWordTemplate({
    'word/_rels/document.xml.rels': getWordTemplatePart('word/_rels/document.xml.rels').replace(
      /<Relationship Id="rId[2-8]"[^>]*\/>/g,
      '',
    ),
  });
  expect(await readPart('word/document.xml', plain)).toContain('<w:footerReference w:type="default"');
  // The check is for presentations as well.
  const check = async (template: Uint8Array) =>
    checkPackage(openParts(await write(TEXT, template))).filter((problem) => problem !== 'no master');
  expect([await check(plain), await check(makeWordTemplate())]).toEqual([[], []]);
});

it('every document of the collection is valid and complete with a template', async () => {
  for (const { name, markdown, words, images } of makeCollection()) {
    const bytes = await write(markdown, makeWordTemplate(), images);
    expect({ name, problems: checkWordDocument(bytes) }).toEqual({ name, problems: [] });
    const read = (await readers.docx(bytes)).replace(/[\s{}]+/g, '');
    expect({ name, lost: words.filter((word) => !read.includes(word.replace(/[\s{}]+/g, ''))) }).toEqual({
      name,
      lost: [],
    });
  }
});

it('a link whose address or text contains the name of a loading field is accepted', () => {
  const field = toField('HYPERLINK "https://northwind.example/link" \\o "Import"');
  expect(() => cleanWordTemplate(change('word/footer1.xml', '</w:p>', `${field}</w:p>`))).not.toThrow();
});

/** @proves threat:refused-template */
it.each([
  ['no ZIP archive', new TextEncoder().encode('tea'), 'Please select a valid DOCX or DOTX file.'],
  [
    'half of a file',
    makeWordTemplate().slice(0, 900),
    'The template is damaged. Open and save it in Word, and upload it again.',
  ],
  [
    'malformed XML',
    change('word/document.xml', '</w:body>', ''),
    'The template is damaged. Open and save it in Word, and upload it again.',
  ],
  [
    'macros',
    change('[Content_Types].xml', /[^"]*document.main\+xml/, MACROS),
    'The template contains macros, which AVA does not accept. Save it without macros, and upload it again.',
  ],
  [
    'a password',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    'The template is protected with a password. Remove the password in Word, and upload it again.',
  ],
  [
    'a picture that is loaded from an address',
    change('word/_rels/header1.xml.rels', 'media/image1.png"', 'https://example.com/logo.png" TargetMode="External"'),
    'The template refers to content outside of it (header 1). Embed or remove that content, and upload the template again.',
  ],
  [
    'a field that starts a program',
    change('word/footer1.xml', '</w:p>', '<w:fldSimple w:instr="DDEAUTO cmd tea"/></w:p>'),
    'The template refers to content outside of it (footer 1). Embed or remove that content, and upload the template again.',
  ],
  [
    'a field that starts a program right after another field',
    change('word/footer1.xml', '</w:p>', `${toField('PAGE')}${toField('DDEAUTO"cmd"')}</w:p>`),
    'The template refers to content outside of it (footer 1). Embed or remove that content, and upload the template again.',
  ],
  [
    'a field that starts a program in a footer whose name is not that of XML',
    makeWordTemplate({
      '[Content_Types].xml': getWordTemplatePart('[Content_Types].xml').replace('footer1.xml', 'footer1.dat'),
      'word/_rels/document.xml.rels': getWordTemplatePart('word/_rels/document.xml.rels').replace(
        'footer1.xml',
        'footer1.dat',
      ),
      'word/footer1.dat': getWordTemplatePart('word/footer1.xml').replace('</w:p>', `${toField('DDEAUTO cmd')}</w:p>`),
    }),
    'The template refers to content outside of it (footer). Embed or remove that content, and upload the template again.',
  ],
  [
    'more bytes than each document can contain',
    makeWordTemplate({
      'word/_rels/header1.xml.rels': getWordTemplatePart('word/_rels/header1.xml.rels').replace('image1', 'image2'),
      'word/media/image2.png': randomBytes(10_000_000).toString('hex'),
    }),
    'The template holds more than can be read. Please choose a smaller one.',
  ],
  [
    'more XML than can be parsed for each document',
    change('word/footer1.xml', '</w:p>', `</w:p><!--${randomBytes(2_500_000).toString('hex')}-->`),
    'The template holds more than can be read. Please choose a smaller one.',
  ],
  [
    'an embedded object',
    change('word/_rels/header1.xml.rels', '/image"', '/oleObject"'),
    'The template contains an embedded object or control (header 1), which AVA does not accept. Remove it, and upload the template again.',
  ],
] as const)('a template with %s is refused', (_, bytes, detail) => {
  expect(() => cleanWordTemplate(bytes)).toThrow(expect.objectContaining({ code: 'unreadable_file', detail }));
});

it('if a template cannot be used, the document has AVA’s look, and the result says so', async () => {
  const part = { heading: '', text: TEXT, syntax: 'markdown' as const, citations: [] };
  const template = Buffer.from('tea').toString('base64');
  const written = await writeDocument({ title: 'Tea', parts: [part], template }, 'docx');
  expect(written.lacksTemplate).toBe(true);
  expect(checkWordDocument(written.bytes)).toEqual([]);
});
