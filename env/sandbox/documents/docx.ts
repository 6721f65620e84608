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
  return setFixedDates(new Uint8Array(await Packer.toBuffer(document)));
}

function makeTable(rows: string[][]): Table {
  const cells = (row: string[]) => row.map((text) => new TableCell({ children: [new Paragraph(text)] }));
  return new Table({ rows: rows.map((row) => new TableRow({ children: cells(row) })) });
}
