/** Makers of small files that become large when they are read, one for each way a format allows it. */
import { deflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { assemblePdf } from '#sandbox/documents/rawPdf.ts';
import { documentXml, makeZip, paragraphXml } from './hostileFiles.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { makePptx } from '#sandbox/documents/pptx.ts';

const repeat = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');
const headingXml = (level: number, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const tableXml = (content: string) => `<w:tbl><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;

/** Makes a Word document from this XML, with heading styles. */
async function makeDocxOf(body: string): Promise<Uint8Array> {
  const empty = unzipSync(await makeDocx([{ heading: 'One', paragraphs: ['Text.'] }]));
  return makeZip({ ...empty, 'word/document.xml': documentXml(body) });
}

/** One long heading with many sections below it; the location of every section includes the heading. */
export const makeLongHeading = (characters: number, sections: number): Promise<Uint8Array> =>
  makeDocxOf(
    headingXml(1, 'x'.repeat(characters)) +
      repeat(sections, (index) => headingXml(2, `${index}`) + paragraphXml(`${index ** 2}`)),
  );

export const makeLongHeadings = (characters: number, sections: number): Promise<Uint8Array> =>
  makeDocxOf(
    repeat(5, (index) => headingXml(index + 1, `${index}`.repeat(characters))) +
      repeat(sections, (index) => headingXml(6, `${index}`) + paragraphXml(`${index * 7_919}`)),
  );

export const makeManyParagraphs = (count: number): Promise<Uint8Array> =>
  makeDocxOf(repeat(count, (index) => paragraphXml(`${index * 7_919}`)));

export const makeLongCell = (count: number): Promise<Uint8Array> =>
  makeDocxOf(tableXml(repeat(count, (index) => paragraphXml(`${index * 7_919}`))));

export const makeNestedTables = (depth: number): Promise<Uint8Array> =>
  makeDocxOf(
    '<w:tbl><w:tr><w:tc>'.repeat(depth) + paragraphXml('deep '.repeat(1_000)) + '</w:tc></w:tr></w:tbl>'.repeat(depth),
  );

export const makeEntityLikeText = (count: number): Promise<Uint8Array> =>
  makeDocxOf(repeat(count, (index) => paragraphXml(`&amp;lt;!ENTITY x${index} &quot;&amp;#x${index};&quot;&gt;`)));

/** A presentation that repeats one slide. */
export function makeRepeatedSlide(characters: number, times: number): Uint8Array {
  return makePresentation(
    { title: 'x'.repeat(characters) },
    repeat(times, (index) => `<p:sldId id="${256 + index}" r:id="rId2"/>`),
  );
}

/** A presentation that lists slides that do not exist. */
export function makeMissingSlides(count: number): Uint8Array {
  return makePresentation(
    { title: 'Nothing' },
    repeat(count, (index) => `<p:sldId id="${index * 7_919}" r:id="r${index ** 2}"/>`),
  );
}

function makePresentation(slide: { title: string }, list: string): Uint8Array {
  const files = unzipSync(makePptx([slide]));
  const main = new TextDecoder().decode(files['ppt/presentation.xml']);
  const listed = main.replace(/<p:sldIdLst>[^]*<\/p:sldIdLst>/, () => `<p:sldIdLst>${list}</p:sldIdLst>`);
  return makeZip({ ...files, 'ppt/presentation.xml': listed });
}

/** A PDF whose pages all draw the same text. */
export function makeRepeatedPages(pages: number, lines: number): Uint8Array {
  const text = repeat(
    lines,
    (index) => `BT /F1 10 Tf 50 ${index % 800} Td (line ${index} of a page that is shown again) Tj ET\n`,
  );
  const stream = deflateSync(text).toString('latin1');
  const kids = Array.from({ length: pages }, (_, index) => `${5 + index} 0 R`);
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
      '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
      `<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n${stream}\nendstream`,
      ...kids.map(
        () =>
          '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
      ),
    ],
    '/Root 1 0 R',
  );
}

export const makeRepeatedText = (bytes: number, line: string): Uint8Array => Buffer.alloc(bytes, line);
