import { parseAttributes, walkXml } from '../office/xml.ts';

/** Places on a slide that repeat on every one, and the picture of the slide on its notes. */
const RUNNING: ReadonlySet<string> = new Set(['sldNum', 'ftr', 'hdr', 'dt', 'sldImg']);
/** Elements whose text says nothing, or the same again for older programs. */
const SKIPPED: ReadonlySet<string> = new Set(['Fallback']);

interface Shape {
  isTitle: boolean;
  isRunning: boolean;
  blocks: string[];
}

interface Table {
  rows: string[];
  cells: string[];
}

/**
 * The text of a slide, of its notes or of a diagram: the title first, then shape by shape as they are written, each
 * paragraph on a line of its own, each row of a table as `| a | b |`.
 */
export function readSlideText(xml: string): string {
  const reader = new SlideReader();
  for (const event of walkXml(xml)) {
    if (event.kind === 'text') reader.text(event.text);
    else if (event.kind === 'close') reader.close(event.name);
    else {
      reader.open(event.name, event.attributes);
      if (event.kind === 'empty') reader.close(event.name);
    }
  }
  return reader.finish();
}

class SlideReader {
  private readonly shapes: Shape[] = [];
  private shape: Shape = { isTitle: false, isRunning: false, blocks: [] };
  private readonly tables: Table[] = [];
  /** Pieces of the line at hand, joined once at its end: a cell of many paragraphs is one line. */
  private line: string[] = [];
  private inText = false;
  /** How deep inside an element that is skipped. */
  private skipping = 0;
  /** A number or a date that the program writes by itself. */
  private inField = false;

  text(text: string): void {
    if (this.inText && this.skipping === 0 && !this.inField) this.line.push(text);
  }

  open(name: string, attributes: string): void {
    if (this.skipping > 0 || SKIPPED.has(name)) this.skipping += 1;
    else if (name === 'sp' || name === 'graphicFrame' || name === 'pt') this.startShape();
    else if (name === 'ph') this.place(parseAttributes(attributes).get('type') ?? 'body');
    else if (name === 't') this.inText = true;
    else if (name === 'br') this.line.push('\n');
    else if (name === 'fld') this.inField = /^(slidenum|datetime)/.test(parseAttributes(attributes).get('type') ?? '');
    else if (name === 'tbl') this.tables.push({ rows: [], cells: [] });
  }

  close(name: string): void {
    if (this.skipping > 0) this.skipping -= 1;
    else if (name === 't') this.inText = false;
    else if (name === 'fld') this.inField = false;
    else if (name === 'p') this.endParagraph();
    else if (name === 'tc') this.endCell();
    else if (name === 'tr') this.endRow();
    else if (name === 'tbl') this.endTable();
  }

  finish(): string {
    this.startShape();
    const shown = this.shapes.filter(({ isRunning, blocks }) => !isRunning && blocks.length > 0);
    const titled = shown.toSorted((a, b) => Number(b.isTitle) - Number(a.isTitle));
    return titled.map(({ blocks }) => blocks.join('\n')).join('\n\n');
  }

  private startShape(): void {
    this.endParagraph();
    this.shapes.push(this.shape);
    this.shape = { isTitle: false, isRunning: false, blocks: [] };
  }

  private place(type: string): void {
    this.shape.isTitle = type === 'title' || type === 'ctrTitle';
    this.shape.isRunning = RUNNING.has(type);
  }

  private endParagraph(): void {
    // Inside a cell a line break would end the row.
    if (this.tables.length > 0) return void this.line.push(' ');
    const line = this.takeLine().trim();
    if (line) this.shape.blocks.push(line);
  }

  private takeLine(): string {
    const text = this.line.join('');
    this.line = [];
    return text;
  }

  private endCell(): void {
    this.tables.at(-1)?.cells.push(this.takeLine().replace(/\s+/g, ' ').trim());
  }

  private endRow(): void {
    const table = this.tables.at(-1);
    if (!table) return;
    if (table.cells.some(Boolean)) table.rows.push(`| ${table.cells.join(' | ')} |`);
    table.cells = [];
  }

  private endTable(): void {
    const table = this.tables.pop();
    for (const row of table?.rows ?? []) this.shape.blocks.push(row);
    this.line = [];
  }
}
