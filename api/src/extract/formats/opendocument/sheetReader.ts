import type { TextPart } from '#contract/files/locations.ts';
import { getAttribute, readElements } from '#api/extract/formats/office/xml.ts';
import { listSheetParts } from '#api/extract/formats/spreadsheet/sheetParts.ts';
import { tidyText } from '#api/extract/formats/tidyText.ts';
import { ContentReader, type ContentOptions } from './contentReader.ts';
import { readListLabels } from './listLabels.ts';

type Attributes = Record<string, string>;

/** Elements that are skipped: former cells, tables of other files, and descriptions of the sheets. */
const SKIPPED: ReadonlySet<string> = new Set([
  'tracked-changes',
  'master-styles',
  'dde-links',
  'content-validations',
  'ruby-text',
  'forms',
  'binary-data',
]);
/** What is drawn on a sheet or in a cell, with its text. */
const DRAWN: ReadonlySet<string> = new Set(
  'frame custom-shape rect line circle ellipse polygon polyline path regular-polygon connector caption measure g'.split(
    ' ',
  ),
);
const BLANKS: ReadonlySet<string> = new Set(['s', 'tab', 'line-break']);
const MAX_ROWS = 100_000;
/** Rows that a sheet has in LibreOffice. A hostile file repeats empty rows far beyond. */
const LAST_ROW = 1_048_576;
const MAX_COLUMNS = 16_384;
/**
 * The last row and the last cell are repeated up to the end of the sheet. Rows and cells with text are seldom repeated
 * more often than this.
 */
const MAX_REPEATED = 1_000;
const NOT_CALCULATED = '(not calculated)';

interface Cell {
  repeated: number;
  attributes: Attributes;
  text: string[];
  comments: string[];
}

interface Row {
  repeated: number;
  column: number;
  cells: { column: number; text: string }[];
}

interface Sheet {
  name: string;
  isHidden: boolean;
  /** Whether it is the copy of a sheet in another file. */
  isLinked: boolean;
  /** The filled rows by their index. */
  rows: Map<number, Row['cells']>;
  rowCount: number;
  lastFilled: number;
  drawings: ContentReader;
}

/** Reads the sheets of an Open Document: cells as they are shown, with comments, then what is drawn on each sheet. */
export class SheetReader {
  private readonly options: ContentOptions;
  private readonly sheets: Sheet[] = [];
  private readonly hiddenStyles = new Set<string>();
  private style = '';
  /** A cell can contain a table. */
  private tables = 0;
  private row: Row | null = null;
  private cell: Cell | null = null;
  private skipped = 0;
  /** Depth inside a drawing. */
  private drawn = 0;
  private annotation: { depth: number; isText: boolean } | null = null;

  constructor(options: ContentOptions) {
    this.options = options;
  }

  read(xml: string): TextPart[] {
    readElements(xml, {
      open: (name, attributes) => this.open(name, attributes),
      close: (name) => this.close(name),
      text: (text) => this.text(text),
    });
    return this.sheets.filter(({ isLinked }) => !isLinked).flatMap((sheet) => this.listParts(sheet));
  }

  private open(name: string, attributes: Attributes): void {
    if (this.skipped > 0 || SKIPPED.has(name)) return void (this.skipped += 1);
    const sheet = this.tables > 0 ? this.sheets.at(-1) : undefined;
    if (sheet && !this.annotation && (this.drawn > 0 || DRAWN.has(name))) {
      this.drawn += 1;
      return sheet.drawings.open(name, attributes);
    }
    if (this.annotation) {
      this.annotation.depth += 1;
      if (name === 'p') this.annotation.isText = true;
      else if (BLANKS.has(name)) this.addToComment(' ');
      return;
    }
    this.openElement(name, attributes, sheet);
  }

  private openElement(name: string, attributes: Attributes, sheet: Sheet | undefined): void {
    if (name === 'style') this.style = getAttribute(attributes, 'name') ?? '';
    else if (name === 'table-properties' && getAttribute(attributes, 'display') === 'false')
      this.hiddenStyles.add(this.style);
    else if (name === 'table') this.openTable(attributes);
    else if (name === 'table-source' && sheet) sheet.isLinked = true;
    else if (name === 'table-row' && this.tables === 1)
      this.row = { repeated: getRepeated(attributes, 'number-rows-repeated'), column: 0, cells: [] };
    else if (/^(?:covered-)?table-cell$/.test(name) && this.tables === 1 && this.row)
      this.cell = {
        repeated: getRepeated(attributes, 'number-columns-repeated'),
        attributes,
        text: [],
        comments: [],
      };
    else if (name === 'annotation' && this.cell) {
      this.annotation = { depth: 0, isText: false };
      this.cell.comments.push('');
    } else if (this.cell && (BLANKS.has(name) || name === 'p')) this.cell.text.push(' ');
  }

  private text(text: string): void {
    if (this.skipped > 0 || this.tables === 0) return;
    if (this.drawn > 0) this.sheets.at(-1)?.drawings.text(text);
    else if (this.annotation) {
      if (this.annotation.isText) this.addToComment(text);
    } else this.cell?.text.push(text);
  }

  private close(name: string): void {
    if (this.skipped > 0) return void (this.skipped -= 1);
    if (this.drawn > 0) {
      this.drawn -= 1;
      return this.sheets.at(-1)?.drawings.close(name);
    }
    if (this.annotation) return this.closeInAnnotation(name, this.annotation);
    if (name === 'table') this.tables -= 1;
    else if (this.tables !== 1) return;
    else if (name === 'table-row') this.closeRow();
    else if (/^(?:covered-)?table-cell$/.test(name)) this.closeCell();
  }

  private closeInAnnotation(name: string, annotation: { depth: number; isText: boolean }): void {
    if (annotation.depth === 0) this.annotation = null;
    else {
      annotation.depth -= 1;
      if (name !== 'p') return;
      annotation.isText = false;
      this.addToComment(' ');
    }
  }

  private addToComment(text: string): void {
    this.cell?.comments.push(`${this.cell.comments.pop() ?? ''}${text}`);
  }

  private openTable(attributes: Attributes): void {
    this.tables += 1;
    if (this.tables > 1) return;
    this.sheets.push({
      name: getAttribute(attributes, 'name') ?? '',
      isHidden: this.hiddenStyles.has(getAttribute(attributes, 'style-name') ?? ''),
      isLinked: false,
      rows: new Map(),
      rowCount: 0,
      lastFilled: -1,
      drawings: new ContentReader(readListLabels(), this.options),
    });
  }

  private closeCell(): void {
    const { row, cell } = this;
    this.cell = null;
    if (!row || !cell) return;
    const comments = cell.comments.map((comment) => ` (comment: ${comment.trim()})`).join('');
    const value = this.readValue(cell);
    const text = `${value}${comments}`.replace(/\s+/g, ' ').trim();
    if (text !== '')
      for (let index = 0; index < Math.min(MAX_REPEATED, cell.repeated); index += 1)
        if (row.column + index < MAX_COLUMNS) row.cells.push({ column: row.column + index, text });
    row.column += cell.repeated;
  }

  /** The text of a cell as its program shows it. Some programs save only the value. */
  private readValue({ text, attributes }: Cell): string {
    const shown = text.join('').trim();
    if (shown !== '') return shown;
    const get = (name: string) => getAttribute(attributes, name);
    const value =
      get('value') ?? get('date-value')?.replace('T00:00:00', '') ?? get('string-value') ?? get('time-value');
    if (value !== undefined) return value;
    if (get('boolean-value') !== undefined) return (get('boolean-value') ?? '').toUpperCase();
    if (get('formula') === undefined || get('value-type') !== undefined) return '';
    this.options.countUnread('formula');
    return NOT_CALCULATED;
  }

  private closeRow(): void {
    const { row } = this;
    const sheet = this.sheets.at(-1);
    this.row = null;
    if (!row || !sheet) return;
    if (row.cells.length > 0) {
      const left = Math.min(MAX_ROWS - sheet.rows.size, LAST_ROW - sheet.rowCount);
      const count = Math.max(0, Math.min(row.repeated, MAX_REPEATED, left));
      for (let index = 0; index < count; index += 1) sheet.rows.set(sheet.rowCount + index, row.cells);
      if (count > 0) sheet.lastFilled = sheet.rowCount + count - 1;
      if (!sheet.isLinked) this.options.countUnread('row', row.repeated - count);
    }
    sheet.rowCount += row.repeated;
  }

  private listParts({ name, isHidden, rows, lastFilled, drawings }: Sheet): TextPart[] {
    const getRow = (index: number) => {
      const cells: string[] = [];
      for (const { column, text } of rows.get(index) ?? []) {
        while (cells.length < column) cells.push('');
        cells.push(text);
      }
      return cells;
    };
    const drawn = tidyText(
      drawings
        .finish()
        .map(({ text }) => text)
        .join('\n\n'),
    );
    return [
      ...listSheetParts({ name, isHidden, rowCount: lastFilled + 1, getRow }),
      ...(drawn === '' ? [] : [{ location: { kind: 'sheet' as const, sheet: name }, text: drawn }]),
    ];
  }
}

function getRepeated(attributes: Attributes, name: string): number {
  const count = Number(getAttribute(attributes, name) ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}
