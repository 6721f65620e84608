/** Small files that become large when they are read: one of each trick a format allows. */
import { deflateSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { assemblePdf } from '../../../env/sandbox/documents/rawPdf.ts';
import { makeDocx, makePptx } from '../documents.ts';
import { documentXml, makeZip, paragraphXml } from './hostileFiles.ts';

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const headingXml = (level: number, text: string) =>
  `<w:p><w:pPr><w:pStyle w:val="Heading${level}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const tableXml = (inside: string) => `<w:tbl><w:tr><w:tc>${inside}</w:tc></w:tr></w:tbl>`;

/** A Word document of this XML, with the styles that make headings. */
async function docx(body: string): Promise<Uint8Array> {
  const empty = unzipSync(await makeDocx([{ heading: 'One', paragraphs: ['Text.'] }]));
  return makeZip({ ...empty, 'word/document.xml': documentXml(body) });
}

/** One long heading with many sections below it: each says where it stands. */
export const longHeading = (characters: number, sections: number): Promise<Uint8Array> =>
  docx(
    headingXml(1, 'x'.repeat(characters)) + many(sections, (at) => headingXml(2, `${at}`) + paragraphXml(`${at ** 2}`)),
  );

export const longHeadingsOfAllLevels = (characters: number, sections: number): Promise<Uint8Array> =>
  docx(
    many(5, (at) => headingXml(at + 1, `${at}`.repeat(characters))) +
      many(sections, (at) => headingXml(6, `${at}`) + paragraphXml(`${at * 7_919}`)),
  );

export const manyParagraphs = (count: number): Promise<Uint8Array> =>
  docx(many(count, (at) => paragraphXml(`${at * 7_919}`)));

export const cellOfManyParagraphs = (count: number): Promise<Uint8Array> =>
  docx(tableXml(many(count, (at) => paragraphXml(`${at * 7_919}`))));

export const tablesInTables = (depth: number): Promise<Uint8Array> =>
  docx(
    '<w:tbl><w:tr><w:tc>'.repeat(depth) + paragraphXml('deep '.repeat(1_000)) + '</w:tc></w:tr></w:tbl>'.repeat(depth),
  );

export const entityLikeText = (count: number): Promise<Uint8Array> =>
  docx(many(count, (at) => paragraphXml(`&amp;lt;!ENTITY x${at} &quot;&amp;#x${at};&quot;&gt;`)));

/** A presentation that shows one slide again and again. */
export function oneSlideManyTimes(characters: number, times: number): Uint8Array {
  return presentation(
    { title: 'x'.repeat(characters) },
    many(times, (at) => `<p:sldId id="${256 + at}" r:id="rId2"/>`),
  );
}

/** A presentation that lists slides that are not there. */
export function slidesThatAreNotThere(count: number): Uint8Array {
  return presentation(
    { title: 'Nothing' },
    many(count, (at) => `<p:sldId id="${at * 7_919}" r:id="r${at ** 2}"/>`),
  );
}

function presentation(slide: { title: string }, list: string): Uint8Array {
  const files = unzipSync(makePptx([slide]));
  const main = new TextDecoder().decode(files['ppt/presentation.xml']);
  const listed = main.replace(/<p:sldIdLst>[^]*<\/p:sldIdLst>/, () => `<p:sldIdLst>${list}</p:sldIdLst>`);
  return makeZip({ ...files, 'ppt/presentation.xml': listed });
}

/** Pages that all draw the same text. */
export function pagesOfOneText(pages: number, lines: number): Uint8Array {
  const text = many(lines, (at) => `BT /F1 10 Tf 50 ${at % 800} Td (line ${at} of a page that is shown again) Tj ET\n`);
  const stream = deflateSync(text).toString('latin1');
  const kids = Array.from({ length: pages }, (_, at) => `${5 + at} 0 R`);
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

export const textOf = (bytes: number, line: string): Uint8Array => Buffer.alloc(bytes, line);
