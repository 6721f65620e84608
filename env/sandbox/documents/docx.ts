import { Document, Header, HeadingLevel, LevelFormat, Packer, Paragraph, Table, TableCell, TableRow } from 'docx';
import { setFixedDates } from './officeArchive.ts';

export interface DocxSection {
  heading?: string;
  level?: 1 | 2 | 3;
  paragraphs?: string[];
  bullets?: string[];
  numbered?: string[];
  table?: string[][];
}

const headings = { 1: HeadingLevel.HEADING_1, 2: HeadingLevel.HEADING_2, 3: HeadingLevel.HEADING_3 } as const;

/** Has fixed dates of creation and change, so that the same sections always produce the same bytes. */
const coreProperties = {
  path: 'docProps/core.xml',
  data:
    '<?xml version="1.0" encoding="UTF-8"?><cp:coreProperties' +
    ' xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"' +
    ' xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
    '<dcterms:created xsi:type="dcterms:W3CDTF">2026-01-05T09:00:00Z</dcterms:created>' +
    '<dcterms:modified xsi:type="dcterms:W3CDTF">2026-01-05T09:00:00Z</dcterms:modified></cp:coreProperties>',
};

/** A Word document with the given sections. `header` is printed at the top of every page. */
export async function makeDocx(sections: DocxSection[], { header }: { header?: string } = {}): Promise<Uint8Array> {
  const children = sections.flatMap((section) => [
    ...(section.heading ? [new Paragraph({ text: section.heading, heading: headings[section.level ?? 1] })] : []),
    ...(section.paragraphs ?? []).map((text) => new Paragraph(text)),
    ...(section.bullets ?? []).map((text) => new Paragraph({ text, bullet: { level: 0 } })),
    ...(section.numbered ?? []).map((text) => new Paragraph({ text, numbering: { reference: 'steps', level: 0 } })),
    ...(section.table ? [makeTable(section.table)] : []),
  ]);
  const levels = [{ level: 0, format: LevelFormat.DECIMAL, text: '%1.' }];
  const numbering = { config: [{ reference: 'steps', levels }] };
  const headers = header ? { headers: { default: new Header({ children: [new Paragraph(header)] }) } } : {};
  const document = new Document({ numbering, sections: [{ ...headers, children }] });
  return setFixedDates(await Packer.toBuffer(document, undefined, [coreProperties]));
}

function makeTable(rows: string[][]): Table {
  const cells = (row: string[]) => row.map((text) => new TableCell({ children: [new Paragraph(text)] }));
  return new Table({ rows: rows.map((row) => new TableRow({ children: cells(row) })) });
}
