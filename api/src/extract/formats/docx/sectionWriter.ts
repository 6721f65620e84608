import type { TextPart } from '#contract/files/locations.ts';
import { MAX_HEADING_CHARACTERS } from '#api/extract/limits.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';

type Block = { kind: 'paragraph' | 'item' | 'row'; text: string };

interface Heading {
  level: number;
  title: string;
}

/** How a paragraph ends: as a heading of a level, as an item of a list, or as plain text. */
export interface ParagraphEnd {
  /** 1 for the highest. */
  headingLevel: number | null;
  /** Number or bullet as a reader sees it, with the blank after it. */
  label: string;
  /** Depth of the list, 0 for the outermost; null outside lists. */
  listDepth: number | null;
}

export const PLAIN: ParagraphEnd = { headingLevel: null, label: '', listDepth: null };

/** Word has nine list levels. */
const MAX_LIST_DEPTH = 9;
/** Real documents do not nest tables deeper; hostile ones do. */
const MAX_TABLE_DEPTH = 8;

/** Collects the text of a Word document into sections: paragraphs, list items, and rows as `| a | b |`. */
export class SectionWriter {
  /** Rows of tables that are too deep within others. */
  droppedRows = 0;
  private readonly parts: TextPart[] = [];
  private readonly headings: Heading[] = [];
  /** Open rows, outermost first: a cell can contain a table. */
  private readonly rows: { cells: string[]; before: string[] }[] = [];
  private blocks: Block[] = [];
  /** Pieces of the current line, joined once at its end: a cell of many paragraphs is one line. */
  private line: string[] = [];
  /** Where the current paragraph begins in the line of a cell. */
  private paragraphStart = 0;
  /** Hosts of open text boxes, whose paragraphs come after that of the host. */
  private readonly hosts: string[][] = [];
  private deferred: Block[] = [];

  text(text: string): void {
    this.line.push(text);
  }

  endParagraph({ headingLevel, label, listDepth }: ParagraphEnd): void {
    // In a cell, a line break would end the row.
    if (this.rows.length > 0) return this.endParagraphInCell(label);
    const text = this.takeLine();
    if (headingLevel !== null && this.hosts.length === 0) this.addHeading(headingLevel, label + oneLine(text));
    else if (text.trim() !== '') this.add(toBlock(label + text.trim(), listDepth));
    if (this.hosts.length > 0) return;
    this.blocks.push(...this.deferred);
    this.deferred = [];
  }

  /** The paragraphs until `closeBox` come after the paragraph in which the box is anchored. */
  openBox(): void {
    if (this.rows.length > 0) return;
    this.hosts.push(this.line);
    this.line = [];
  }

  closeBox(): void {
    if (this.rows.length > 0) return void this.line.push(' ');
    this.line = this.hosts.pop() ?? this.line;
  }

  /** Adds a separate block of text, such as a chart, after the current paragraph. */
  addAfterParagraph(text: string): void {
    if (text === '') return;
    if (this.rows.length > 0) this.line.push(` ${oneLine(text)} `);
    else this.deferred.push({ kind: 'paragraph', text });
  }

  openRow(): void {
    this.rows.push({ cells: [], before: this.line });
    this.line = [];
    this.paragraphStart = 0;
  }

  /** @param span columns that the cell covers; those after the first are empty */
  endCell(span: number): void {
    const empty = Array.from({ length: span - 1 }, () => '');
    this.rows.at(-1)?.cells.push(oneLine(this.takeLine()), ...empty);
    this.paragraphStart = 0;
  }

  /** @param isDeleted whether the row is no longer part of the document */
  endRow(isDeleted: boolean): void {
    const row = this.rows.pop();
    if (!row) return;
    // Every outer table repeats the text of an inner row, so deep rows are dropped.
    const depth = this.rows.length;
    const text = depth < MAX_TABLE_DEPTH && !isDeleted ? `| ${row.cells.join(' | ')} |` : '';
    if (depth >= MAX_TABLE_DEPTH && !isDeleted && row.cells.some(Boolean)) this.droppedRows += 1;
    this.line = row.before;
    this.paragraphStart = this.line.length;
    if (depth > 0) this.line.push(`${text} `);
    else if (!isDeleted && row.cells.some(Boolean)) this.add({ kind: 'row', text });
  }

  /** Starts a section at the top level that the document does not contain as such, for example its notes. */
  startAppendix(title: string): void {
    this.endParagraph(PLAIN);
    this.startSection({ level: 1, title });
  }

  finish(): TextPart[] {
    this.endParagraph(PLAIN);
    this.endSection();
    const hasSections = this.parts.some(({ location }) => location.kind === 'section' && location.path.length > 0);
    return hasSections ? this.parts : this.parts.map(({ text }) => ({ location: { kind: 'whole' }, text }));
  }

  private add(block: Block): void {
    (this.hosts.length > 0 ? this.deferred : this.blocks).push(block);
  }

  private endParagraphInCell(label: string): void {
    if (label !== '' && this.line.length > this.paragraphStart) this.line.splice(this.paragraphStart, 0, label);
    this.line.push(' ');
    this.paragraphStart = this.line.length;
  }

  private takeLine(): string {
    const text = this.line.join('');
    this.line = [];
    return text;
  }

  private addHeading(level: number, title: string): void {
    if (title.trim() === '') return;
    this.startSection({ level, title: cutTitle(title) });
    this.blocks.push({ kind: 'paragraph', text: title });
  }

  private startSection(heading: Heading): void {
    this.endSection();
    while (this.headings.length > 0 && this.headings.at(-1)!.level >= heading.level) this.headings.pop();
    this.headings.push(heading);
  }

  private endSection(): void {
    const text = tidyText(
      this.blocks.map((block, index) => block.text + getSeparator(block, this.blocks[index + 1])).join(''),
    );
    this.blocks = [];
    if (text) this.parts.push({ location: { kind: 'section', path: this.headings.map(({ title }) => title) }, text });
  }
}

function toBlock(text: string, listDepth: number | null): Block {
  if (listDepth === null) return { kind: 'paragraph', text };
  return { kind: 'item', text: '  '.repeat(Math.min(listDepth, MAX_LIST_DEPTH)) + text };
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

/** Cuts a title for the section's path. The section's text contains all of it. */
function cutTitle(title: string): string {
  if (title.length <= MAX_HEADING_CHARACTERS) return title;
  return `${title
    .slice(0, MAX_HEADING_CHARACTERS - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '')}…`;
}

/** List items and table rows are on consecutive lines; a blank line separates paragraphs. */
function getSeparator(block: Block, next: Block | undefined): string {
  return next && next.kind === block.kind && block.kind !== 'paragraph' ? '\n' : '\n\n';
}
