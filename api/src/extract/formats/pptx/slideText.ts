import type { UnreadKind } from '#contract/files/unread.ts';
import { EquationReader } from '#api/extract/formats/docx/equation.ts';
import { ObjectCounter } from '#api/extract/formats/office/objectCounter.ts';
import { readElements } from '#api/extract/formats/office/xml.ts';
import { orderShapes, readPosition, type Box, type Placeholder } from './shapeOrder.ts';

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
  placeholder: Placeholder | null;
  box: Box | null;
  /** The shapes of a group. */
  children: Shape[];
}

const emptyShape = (): Shape => ({
  isTitle: false,
  isRepeated: false,
  blocks: [],
  placeholder: null,
  box: null,
  children: [],
});

type FindPlace = (placeholder: Placeholder) => Box | null;

interface Table {
  rows: string[];
  cells: string[];
}

/**
 * Text of a slide, its notes or a diagram: the title, then the shapes from top to bottom and from left to right, one line per
 * paragraph, table rows as `| a | b |`.
 * @param countUnread called for each picture, recording or object without text
 * @param findPlace the place that the layout gives a placeholder
 */
export function readSlideText(
  xml: string,
  countUnread: (kind: UnreadKind) => void = () => undefined,
  findPlace: FindPlace = () => null,
): string {
  const reader = new SlideReader(countUnread, findPlace);
  readElements(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  return reader.finish();
}

class SlideReader {
  /** Open shapes, outermost first: a group contains others. */
  private readonly shapes: [Shape, ...Shape[]] = [emptyShape()];
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
  private readonly findPlace: FindPlace;

  constructor(countUnread: (kind: UnreadKind) => void, findPlace: FindPlace) {
    this.countUnread = countUnread;
    this.findPlace = findPlace;
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
    else if (name === 'ph') this.setPlaceholder(type, attributes['idx'] ?? '');
    else if (name === 'off' || name === 'ext') this.shape.box = readPosition(this.shape.box, name, attributes);
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
    else if (SHAPES.has(name)) this.endShape();
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
    this.endParagraph();
    const shapes = this.listShapes(this.shapes[0]).filter(({ blocks }) => blocks.length > 0);
    const titleFirst = shapes.toSorted((a, b) => Number(b.isTitle) - Number(a.isTitle));
    return titleFirst.map(({ blocks }) => blocks.join('\n')).join('\n\n');
  }

  private get shape(): Shape {
    return this.shapes.at(-1) ?? this.shapes[0];
  }

  /** A shape and those in it, in reading order. */
  private listShapes(shape: Shape): Shape[] {
    const shown = shape.children.filter(
      ({ isRepeated, blocks, children }) => !isRepeated && blocks.length + children.length > 0,
    );
    if (shown.some(({ box }) => box !== null))
      for (const child of shown) child.box ??= child.placeholder && this.findPlace(child.placeholder);
    return [shape, ...orderShapes(shown).flatMap((child) => this.listShapes(child))];
  }

  private startShape(): void {
    this.endParagraph();
    const shape = emptyShape();
    this.shape.children.push(shape);
    this.shapes.push(shape);
  }

  private endShape(): void {
    this.endParagraph();
    if (this.shapes.length > 1) this.shapes.pop();
  }

  private setPlaceholder(type: string, idx: string): void {
    this.shape.placeholder = { type: type || 'body', idx };
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
