import type { UnreadKind } from '#contract/files/unread.ts';
import { EquationReader } from '#api/extract/formats/docx/equation.ts';
import { ObjectCounter } from '#api/extract/formats/office/objectCounter.ts';
import { readElements } from '#api/extract/formats/office/xml.ts';

/** Placeholders that repeat on every slide, and the slide's image on its notes. */
const REPEATED: ReadonlySet<string> = new Set(['sldNum', 'ftr', 'hdr', 'dt', 'sldImg']);
/** Elements that can have a description; `pt` is an element of a diagram. */
const SHAPES: ReadonlySet<string> = new Set(['sp', 'graphicFrame', 'pic', 'grpSp', 'cxnSp', 'pt']);
/** Elements that repeat text for older programs. */
const SKIPPED: ReadonlySet<string> = new Set(['Fallback']);

interface Shape {
  isTitle: boolean;
  isRepeated: boolean;
  blocks: string[];
}

interface Table {
  rows: string[];
  cells: string[];
}

/**
 * Text of a slide, its notes or a diagram: the title, then the shapes in document order, one line per paragraph, table rows
 * as `| a | b |`.
 * @param countUnread called for each picture, recording or object without text
 */
export function readSlideText(xml: string, countUnread: (kind: UnreadKind) => void = () => undefined): string {
  const reader = new SlideReader(countUnread);
  readElements(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  return reader.finish();
}

class SlideReader {
  private readonly shapes: Shape[] = [];
  private shape: Shape = { isTitle: false, isRepeated: false, blocks: [] };
  private readonly tables: Table[] = [];
  /** Pieces of the current line, joined once at its end: a cell of many paragraphs is one line. */
  private line: string[] = [];
  private inText = false;
  /** Nesting depth inside a skipped element. */
  private skipDepth = 0;
  /** Inside a slide number or date that PowerPoint fills in. */
  private inField = false;
  private equation: { reader: EquationReader; depth: number } | null = null;
  private readonly objects: ObjectCounter;
  private readonly countUnread: (kind: UnreadKind) => void;

  constructor(countUnread: (kind: UnreadKind) => void) {
    this.countUnread = countUnread;
    this.objects = new ObjectCounter(countUnread);
  }

  text(text: string): void {
    if (this.equation) this.equation.reader.text(text);
    else if (this.inText && this.skipDepth === 0 && !this.inField) this.line.push(text);
  }

  open(name: string, attributes: Record<string, string>): void {
    if (this.equation) {
      this.equation.depth += 1;
      return this.equation.reader.open(name, attributes);
    }
    const { type = '', descr = '' } = attributes;
    if (this.skipDepth === 0 && !SKIPPED.has(name)) this.objects.open(name, attributes);
    if (this.skipDepth > 0 || SKIPPED.has(name)) this.skipDepth += 1;
    else if (SHAPES.has(name)) this.startShape();
    else if (name === 'cNvPr' && descr.trim() !== '') this.shape.blocks.push(`[${descr.replace(/\s+/g, ' ').trim()}]`);
    else if (name === 'ph') this.setPlaceholder(type);
    else if (name === 't') this.inText = true;
    else if (name === 'oMath') this.equation = { reader: new EquationReader(), depth: 0 };
    else if (name === 'br') this.line.push('\n');
    else if (name === 'fld') this.inField = /^(slidenum|datetime)/.test(type);
    else if (name === 'tbl') this.tables.push({ rows: [], cells: [] });
  }

  close(name: string): void {
    if (this.equation) return this.closeInEquation(name, this.equation);
    if (this.skipDepth > 0) return void (this.skipDepth -= 1);
    this.objects.close(name);
    if (name === 't') this.inText = false;
    else if (name === 'fld') this.inField = false;
    else if (name === 'p') this.endParagraph();
    else if (name === 'tc') this.endCell();
    else if (name === 'tr') this.endRow();
    else if (name === 'tbl') this.endTable();
  }

  private closeInEquation(name: string, equation: { reader: EquationReader; depth: number }): void {
    if (equation.depth > 0) {
      equation.depth -= 1;
      return equation.reader.close(name);
    }
    this.equation = null;
    this.line.push(equation.reader.finish());
    if (equation.reader.isCut) this.countUnread('equation');
  }

  finish(): string {
    this.startShape();
    const shapes = this.shapes.filter(({ isRepeated, blocks }) => !isRepeated && blocks.length > 0);
    const titleFirst = shapes.toSorted((a, b) => Number(b.isTitle) - Number(a.isTitle));
    return titleFirst.map(({ blocks }) => blocks.join('\n')).join('\n\n');
  }

  private startShape(): void {
    this.endParagraph();
    this.shapes.push(this.shape);
    this.shape = { isTitle: false, isRepeated: false, blocks: [] };
  }

  private setPlaceholder(type: string): void {
    this.shape.isTitle = type === 'title' || type === 'ctrTitle';
    this.shape.isRepeated = REPEATED.has(type);
  }

  private endParagraph(): void {
    // In a cell, a line break would end the row.
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
