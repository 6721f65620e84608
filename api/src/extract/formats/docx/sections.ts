import type { TextPart } from '../../../../contract/files/locations.ts';
import { cleanText } from '../cleanText.ts';
import { MAX_HEADING_CHARACTERS } from '../../limits.ts';
import { readElements } from '../office/xml.ts';

type Attributes = Record<string, string | undefined>;
type Block = { kind: 'paragraph' | 'item' | 'row'; text: string };
type Heading = { level: number; title: string };

const NOTES = 'Notes';
const NOTE = /^(foot|end)note-/;
/** Word has nine list levels. */
const MAX_LIST_DEPTH = 9;
/** Real documents do not nest tables deeper; hostile ones do. */
const MAX_TABLE_DEPTH = 8;

/** Splits mammoth's HTML at its headings into parts of plain text. */
export function parseSections(html: string): TextPart[] {
  const writer = new SectionWriter();
  readElements(
    html,
    {
      open: (tag, attributes) => writer.open(tag, attributes),
      close: (tag) => writer.close(tag),
      text: (text) => writer.text(text),
    },
    { fragment: true },
  );
  return writer.finish();
}

/** Collects the text of the current paragraph, list item or table cell until its tag closes. */
class SectionWriter {
  private readonly parts: TextPart[] = [];
  private readonly headings: Heading[] = [];
  private readonly lists: { ordered: boolean; items: number }[] = [];
  /** Open rows, outermost first: a cell can contain a table. */
  private readonly rows: { cells: string[]; before: string[] }[] = [];
  private blocks: Block[] = [];
  /** Pieces of the current line, joined once at its end: a cell of many paragraphs is one line. */
  private line: string[] = [];
  /** Indentation and marker of the next line in a list. */
  private prefix = '';

  text(text: string): void {
    // mammoth ends a footnote with this arrow, a link back to its reference.
    if (text !== '↑') this.line.push(text);
  }

  open(tag: string, attributes: Attributes): void {
    if (/^(p|h\d|ul|ol|table|dl)$/.test(tag)) this.endLine();
    if (tag === 'br') this.line.push('\n');
    else if (tag === 'input') this.line.push(attributes['checked'] !== undefined ? '[x] ' : '[ ] ');
    else if (tag === 'ul' || tag === 'ol') this.lists.push({ ordered: tag === 'ol', items: 0 });
    else if (tag === 'li') this.openItem(attributes);
    else if (tag === 'tr') this.openRow();
  }

  close(tag: string): void {
    if (/^h\d$/.test(tag)) this.endHeading(Number(tag[1]));
    else if (tag === 'p' || tag === 'li' || tag === 'dd') this.endLine();
    else if (tag === 'ul' || tag === 'ol') this.closeList();
    else if (tag === 'td' || tag === 'th') this.endCell();
    else if (tag === 'tr') this.endRow();
  }

  finish(): TextPart[] {
    this.endLine();
    this.endSection();
    const hasSections = this.parts.some(({ location }) => location.kind === 'section' && location.path.length > 0);
    return hasSections ? this.parts : this.parts.map(({ text }) => ({ location: { kind: 'whole' }, text }));
  }

  private openItem({ id = '' }: Attributes): void {
    this.endLine();
    const list = this.lists.at(-1);
    if (!list) return;
    if (NOTE.test(id) && list.items === 0) this.startSection({ level: 1, title: NOTES });
    list.items += 1;
    this.prefix = this.indent(this.lists.length - 1) + (list.ordered ? `${list.items}. ` : '- ');
  }

  private closeList(): void {
    this.lists.pop();
    this.prefix = this.indent(this.lists.length);
  }

  private indent(depth: number): string {
    return '  '.repeat(Math.min(depth, MAX_LIST_DEPTH));
  }

  private endLine(): void {
    // In a cell, a line break would end the row.
    if (this.rows.length > 0) return void this.line.push(' ');
    const text = this.takeLine().trim();
    if (!text) return;
    this.blocks.push({ kind: this.lists.length > 0 ? 'item' : 'paragraph', text: this.prefix + text });
    this.prefix = this.indent(this.lists.length);
  }

  private takeLine(): string {
    const text = this.line.join('');
    this.line = [];
    return text;
  }

  private takeOneLine(): string {
    return this.takeLine().replace(/\s+/g, ' ').trim();
  }

  private endHeading(level: number): void {
    if (this.rows.length > 0) return this.endLine();
    const title = this.takeOneLine();
    if (!title) return;
    this.startSection({ level, title: cutTitle(title) });
    this.blocks.push({ kind: 'paragraph', text: title });
  }

  private endCell(): void {
    this.rows.at(-1)?.cells.push(this.takeOneLine());
  }

  private openRow(): void {
    this.rows.push({ cells: [], before: this.line });
    this.line = [];
  }

  private endRow(): void {
    const row = this.rows.pop();
    if (!row) return;
    // Every outer table repeats the text of an inner row, so deep rows are dropped.
    const depth = this.rows.length;
    const text = depth < MAX_TABLE_DEPTH ? `| ${row.cells.join(' | ')} |` : '';
    this.line = row.before;
    if (depth > 0) this.line.push(`${text} `);
    else if (row.cells.some(Boolean)) this.blocks.push({ kind: 'row', text });
  }

  private startSection(heading: Heading): void {
    this.endSection();
    while ((this.headings.at(-1)?.level ?? 0) >= heading.level) this.headings.pop();
    this.headings.push(heading);
  }

  private endSection(): void {
    const text = cleanText(
      this.blocks.map((block, index) => block.text + getSeparator(block, this.blocks[index + 1])).join(''),
    );
    this.blocks = [];
    if (text) this.parts.push({ location: { kind: 'section', path: this.headings.map(({ title }) => title) }, text });
  }
}

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
