import { PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { strToU8, unzipSync } from 'fflate';
import { makeScannedPdf } from '#sandbox/documents/pdf.ts';
import { makePng } from '#sandbox/documents/png.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';
import { makeWorkbook } from '#sandbox/documents/workbook.ts';
import { makeZip, paragraphXml } from '#tests/harness/hostile/hostileFiles.ts';
import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

const read = async (bytes: Uint8Array, name: string) => readInProcess({ path: await files.write(bytes), name });
const link = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="x/${type}" Target="${target}"/>`;
const links = (...each: string[]) => `<Relationships>${each.join('')}</Relationships>`;
const EMPTY_CHART = '<c:chartSpace/>';

const officeTypes = (part: string, type: string) =>
  `<Types><Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}.main+xml"/></Types>`;

function makeDocument(body: string, links: string, parts: Record<string, string> = {}): Uint8Array {
  return makeZip({
    '[Content_Types].xml': officeTypes('word/document.xml', 'wordprocessingml.document'),
    'word/document.xml': `<w:document><w:body>${paragraphXml('Body.')}${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': links,
    ...parts,
  });
}

const picture = (description = '') =>
  `<w:r><w:drawing><wp:docPr descr="${description}"/><a:graphic><pic:pic><a:blip/></pic:pic></a:graphic></w:drawing></w:r>`;

it('a Word document says which charts, diagrams, objects, equations, pictures, symbols, and macros were left out', async () => {
  const body = [
    `<w:p>${picture()}${picture('The new office')}</w:p>`,
    // Word repeats a picture for older programs.
    '<w:p><w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:docPr/><pic:pic/></w:drawing></mc:Choice><mc:Fallback><w:pict><v:imagedata/></w:pict></mc:Fallback></mc:AlternateContent></w:r></w:p>',
    '<w:p><w:r><w:drawing><wp:docPr/><c:chart r:id="empty"/></w:drawing><w:drawing><cx:chart r:id="newer"/></w:drawing></w:r></w:p>',
    '<w:p><w:r><w:drawing><wp:docPr/><dgm:relIds r:dm="diagram"/></w:drawing></w:r></w:p>',
    '<w:p><w:r><w:object><v:shape><v:imagedata/></v:shape><o:OLEObject ProgID="Excel.Sheet.12"/></w:object><w:object><o:OLEObject ProgID="Equation.3"/></w:object></w:r></w:p>',
    '<w:p><w:r><w:sym w:font="Webdings" w:char="F0FF"/></w:r></w:p>',
  ].join('');
  const bytes = makeDocument(
    body,
    links(
      link('empty', 'chart', 'chart1.xml'),
      link('newer', 'chartEx', 'chart2.xml'),
      link('diagram', 'diagramData', 'data1.xml'),
      link('macros', 'vbaProject', 'vbaProject.bin'),
      link('header', 'header', 'header1.xml'),
    ),
    {
      'word/chart1.xml': EMPTY_CHART,
      'word/data1.xml': '<dgm:dataModel/>',
      'word/header1.xml': `<w:hdr><w:p><w:r><w:t>Northwind</w:t></w:r>${picture()}</w:p></w:hdr>`,
    },
  );
  const { warning, unread, parts } = await read(bytes, 'Plan.docx');
  expect(warning).toBe(
    '2 charts, 1 diagram, 1 equation, 1 embedded object, 2 pictures, 1 unreadable character, and 1 set of macros were not read.',
  );
  expect(unread?.[0]).toEqual({ kind: 'chart', count: 2 });
  expect(parts.map(({ text }) => text).join(' ')).toContain('[The new office]');
});

it('a Word document is read with the words of its watermark and the documents within it', async () => {
  const bytes = makeDocument(
    '<w:altChunk r:id="chunk"/><w:p><w:r><w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict></w:r></w:p>',
    links(link('chunk', 'aFChunk', 'chunk.html')),
    { 'word/chunk.html': '<html><body><p>The annex of May.</p><video src="a.mp4"></video></body></html>' },
  );
  const { parts, warning } = await read(bytes, 'Plan.docx');
  expect(parts[0]?.text).toMatch(/^Body\.\n\nThe annex of May\.[^]*DRAFT$|^Body\.\n\nDRAFT[^]*The annex of May\.$/);
  expect(warning).toBe('1 audio or video recording was not read.');
});

it('a deck says which charts, diagrams, recordings, objects, pictures and macros were left out', async () => {
  const slide = `<p:sld><p:cSld><p:spTree>
    <p:sp><p:txBody><a:p><a:r><a:t>Plan</a:t></a:r></a:p><a:p><a14:m><m:oMath><m:f><m:num><m:r><m:t>x</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f></m:oMath></a14:m></a:p></p:txBody></p:sp>
    <p:pic><p:nvPicPr><p:cNvPr id="1" name="Picture"/></p:nvPicPr></p:pic>
    <p:pic><p:nvPicPr><p:cNvPr id="2" name="Clip"/><p:nvPr><a:videoFile r:link="v"/></p:nvPr></p:nvPicPr></p:pic>
    <p:graphicFrame><p:oleObj progId="Excel.Sheet.12"><p:pic><p:nvPicPr><p:cNvPr id="3"/></p:nvPicPr></p:pic></p:oleObj></p:graphicFrame>
    </p:spTree></p:cSld></p:sld>`;
  const deck = makeZip({
    ...unzipSync(makePptx([{ title: 'Plan' }])),
    'ppt/slides/slide1.xml': slide,
    'ppt/slides/_rels/slide1.xml.rels': links(
      link('c', 'chart', '../charts/chart1.xml'),
      link('d', 'diagramData', '../diagrams/data1.xml'),
    ),
    'ppt/charts/chart1.xml': EMPTY_CHART,
    'ppt/diagrams/data1.xml': '<dgm:dataModel/>',
    'ppt/vbaProject.bin': 'x',
  });
  const { warning, parts } = await read(deck, 'Plan.pptx');
  expect(warning).toBe(
    '1 chart, 1 diagram, 1 embedded object, 1 audio or video recording, 1 picture, and 1 set of macros were not read.',
  );
  expect(parts[0]?.text).toBe('Plan\n$\\frac{x}{2}$');
});

it('a workbook says what was left out, and is read with the text boxes and diagrams on its sheets', async () => {
  const workbook = makeZip({
    ...unzipSync(makeWorkbook([{ name: 'Data', rows: [['x']] }])),
    'xl/worksheets/_rels/sheet1.xml.rels': links(
      link('d', 'drawing', '../drawings/drawing1.xml'),
      link('o', 'oleObject', '../embeddings/oleObject1.bin'),
    ),
    'xl/drawings/drawing1.xml':
      '<xdr:wsDr><xdr:sp><xdr:txBody><a:p><a:r><a:t>Deadline: 4 May</a:t></a:r></a:p></xdr:txBody></xdr:sp><xdr:pic><xdr:nvPicPr><xdr:cNvPr id="2" name="Logo"/></xdr:nvPicPr></xdr:pic></xdr:wsDr>',
    'xl/drawings/_rels/drawing1.xml.rels': links(
      link('c', 'chart', '../charts/chart1.xml'),
      link('e', 'chartEx', '../charts/chartEx1.xml'),
      link('m', 'diagramData', '../diagrams/data1.xml'),
    ),
    'xl/charts/chart1.xml': EMPTY_CHART,
    'xl/diagrams/data1.xml': '<dgm:pt><dgm:t><a:p><a:r><a:t>Roof first</a:t></a:r></a:p></dgm:t></dgm:pt>',
    'xl/vbaProject.bin': 'x',
  });
  const { warning, parts } = await read(workbook, 'Budget.xlsx');
  expect(warning).toBe('2 charts, 1 embedded object, 1 picture, and 1 set of macros were not read.');
  expect(parts.slice(1)).toEqual([
    { location: { kind: 'sheet', sheet: 'Data' }, text: 'Deadline: 4 May' },
    { location: { kind: 'sheet', sheet: 'Data' }, text: 'Roof first' },
  ]);
});

it('a workbook says which formulas have no saved result', async () => {
  const workbook = makeZip({
    ...unzipSync(makeWorkbook([{ name: 'Data', rows: [['x']] }])),
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1"><f>SUM(B1:C1)</f></c></row></sheetData></worksheet>',
  });
  expect((await read(workbook, 'Budget.xlsx')).warning).toBe('1 formula without a saved result was not read.');
});

it('an Open Document is read with its charts, equations and headers, and says what was left out', async () => {
  const frame = (content: string) => `<draw:frame>${content}</draw:frame>`;
  const p = (text: string) => `<text:p>${text}</text:p>`;
  const body = [
    frame('<draw:image xlink:href="Pictures/1.png"/>'),
    frame('<draw:image xlink:href="Pictures/2.png"/><svg:desc>The new office</svg:desc>'),
    frame('<draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/>'),
    frame('<draw:object xlink:href="./Object 2"/>'),
    frame('<draw:object xlink:href="./Object 3"/>'),
    frame('<draw:object-ole xlink:href="./Object 4"/>'),
    frame('<draw:plugin xlink:href="Media/film.mp4"/><draw:image xlink:href="Pictures/3.png"/>'),
  ].map(p);
  const cell = (text: string) => `<table:table-cell>${p(text)}</table:table-cell>`;
  const bytes = makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:body><office:text>${p('Body.')}${body.join('')}</office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:master-styles><style:master-page><style:header>${p('Northwind')}</style:header></style:master-page></office:master-styles></office:document-styles>`,
    'Object 1/content.xml': `<office:document-content><office:body><office:chart><table:table><table:table-row>${cell('July')}${cell('44')}</table:table-row></table:table></office:chart></office:body></office:document-content>`,
    'Object 2/content.xml':
      '<math><semantics><mi>x</mi><annotation encoding="StarMath 5.0">x over 2</annotation></semantics></math>',
    'Object 3/content.xml': '<math><mi>y</mi></math>',
    'Basic/Standard/Module1.xml': '<script:module/>',
    'Basic/Standard/script-lb.xml': '<library:library/>',
  });
  const { warning, parts } = await read(bytes, 'Plan.odt');
  expect(warning).toBe(
    '1 equation, 1 embedded object, 1 audio or video recording, 1 picture, and 1 set of macros were not read.',
  );
  expect(parts.map(({ text }) => text)).toEqual([
    'Body.\n\n[The new office]\n\nChart: | July | 44 |\n\nx over 2',
    'Northwind',
  ]);
});

it('an encrypted Open Document is protected, not damaged', async () => {
  const bytes = makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
    'content.xml': 'x',
  });
  await expect(read(bytes, 'Plan.odt')).rejects.toMatchObject({ code: 'locked' });
});

it('Rich Text is read with comments, text boxes and headers, and says what was left out', async () => {
  const body = [
    '{\\header\\pard Northwind\\par}Fees',
    '{\\*\\atnauthor Ada}{\\*\\annotation\\pard Too high?}\\par',
    '{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv 1}}{\\shptxt Deadline}}{\\shprslt Deadline}}',
    '{\\*\\shppict{\\pict 0102}}{\\nonshppict{\\pict 0102}}',
    '{\\object{\\*\\objdata 0102}{\\result{\\pict 0102}}}',
    '{\\mmath{\\*\\moMath x}}',
  ].join('');
  const { warning, parts } = await read(Buffer.from(`{\\rtf1\\ansi ${body}}`, 'latin1'), 'Plan.rtf');
  expect(warning).toBe('1 equation, 1 embedded object, and 1 picture were not read.');
  expect(parts[0]?.text).toBe('Fees (comment: Too high?)\nDeadline\n\nNorthwind');
});

it('a web page and a text say what was left out', async () => {
  const page =
    '<html><body><p>Text.</p><img src="a.png"><img src="b.gif" width="1" height="1"><audio></audio></body></html>';
  expect((await read(Buffer.from(page), 'page.html')).warning).toBe(
    '1 audio or video recording and 1 picture were not read.',
  );
  const utf16 = Buffer.concat([Buffer.from('fffe', 'hex'), Buffer.from('Text \ufffd and more', 'utf16le')]);
  expect((await read(utf16, 'a.txt')).warning).toBe('1 unreadable character was not read.');
});

it('an e-mail says which attachments were left out, and what was left out of those that were read', async () => {
  const attach = (type: string, name: string, content: Uint8Array) =>
    `--b\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: base64\r\nContent-Disposition: attachment${name && `; filename="${name}"`}\r\n\r\n${Buffer.from(content).toString('base64')}\r\n`;
  const plan = makeDocument(`<w:p>${picture()}</w:p>`, links());
  const locked = makeZip({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'META-INF/manifest.xml': '<manifest:encryption-data/>',
  });
  const lines = [
    'Subject: Plan\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n',
    attach('application/octet-stream', 'Plan.docx', plan),
    attach('application/octet-stream', 'Locked.odt', locked),
    attach('application/zip', 'All.zip', makeZip({ 'a.txt': 'x' })),
    attach('image/png', '', makePng(20, 20)),
    attach('application/pkcs7-signature', 'smime.p7s', strToU8('signature')),
    `--b\r\nContent-Type: message/rfc822\r\n\r\nSubject: Secret\r\nContent-Type: application/pkcs7-mime; name=smime.p7m\r\n\r\nxx\r\n`,
    '--b--\r\n',
  ];
  const { warning, parts } = await read(Buffer.from(lines.join('')), 'mail.eml');
  expect(warning).toBe(
    '1 encrypted message, 1 attached file, 1 encrypted attached file, and 2 pictures were not read.',
  );
  expect(parts.map(({ text }) => text)).toEqual([
    'Subject: Plan\nAttachments: Plan.docx, Locked.odt, All.zip\n\nSee below.\n\nAttached message: encrypted',
    'Body.',
  ]);
});

describe('a PDF', () => {
  it('says which attached files, recordings and pictures were left out, and is read with its comments', async () => {
    const pdf = await PDFDocument.create();
    const page = pdf.addPage();
    page.drawText('The lease of the depot ends on 31 May 2027.');
    page.drawImage(await pdf.embedPng(makePng(80, 80)), { x: 0, y: 0 });
    page.drawImage(await pdf.embedPng(makePng(16, 16)), { x: 100, y: 0 });
    await pdf.attach(Buffer.from('x'), 'data.csv');
    const add = (entries: Record<string, unknown>) =>
      page.node.addAnnot(
        pdf.context.register(pdf.context.obj({ Type: 'Annot', Rect: [0, 0, 10, 10], ...entries } as never)),
      );
    add({ Subtype: 'Text', Contents: PDFString.of('Is this final?') });
    add({ Subtype: 'Screen' });
    add({ Subtype: 'FileAttachment', FS: pdf.context.obj({ Type: PDFName.of('Filespec'), F: PDFString.of('a.txt') }) });
    const { warning, parts } = await read(await pdf.save(), 'Lease.pdf');
    expect(warning).toBe('2 attached files, 1 audio or video recording, and 1 picture were not read.');
    expect(parts[0]?.text).toBe('The lease of the depot ends on 31 May 2027.\n\nComment: Is this final?');
  });

  it('says on how many pages OCR found no text, without those that are blank', async () => {
    const { warning } = await read(await makeScannedPdf([['| . |'], [], 'Written.']), 'Scan.pdf');
    expect(warning).toBe('1 page without readable text was not read.');
  });
});

it('a file without any text says what it contains instead', async () => {
  const bytes = makeZip({
    '[Content_Types].xml': officeTypes('word/document.xml', 'wordprocessingml.document'),
    'word/document.xml': `<w:document><w:body><w:p>${picture()}</w:p></w:body></w:document>`,
  });
  await expect(read(bytes, 'Photo.docx')).rejects.toMatchObject({
    code: 'no_text',
    reason: 'No text was found in the file. 1 picture was not read.',
  });
});
