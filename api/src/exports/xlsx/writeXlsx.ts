import type { Nodes, Table } from 'mdast';
import writeExcelFile, { type CellObject, type Sheet } from 'write-excel-file/node';
import { AvaError } from '#contract/errors.ts';
import { truncate } from '#contract/text/text.ts';
import type { DocumentWriter } from '#api/exports/document.ts';
import { exportTexts } from '#api/exports/exports.texts.ts';
import { isRightToLeft } from '#api/exports/markdown/direction.ts';
import { guessLanguage } from '#api/exports/markdown/language.ts';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { textWidth } from '#api/exports/textWidth.ts';
import { writeInline, writeNotes, type TextContext } from '#api/exports/text/writeText.ts';
import { readColumn, type TypedValue } from '#platform/typedValues.ts';

/** What Excel accepts in a cell, in a row and in the name of a sheet. */
const MAX_CELL_CHARACTERS = 32_767;
const MAX_COLUMNS = 16_384;
const MAX_NAME_CHARACTERS = 31;
const NOT_IN_NAMES = /[[\]:*?/\\]/g;
/** Excel reserves this name. */
const RESERVED_NAME = 'history';

/** Widths of columns, in digits. Longer texts are wrapped. */
const MIN_WIDTH = 8;
const MAX_WIDTH = 60;
/** Width of a digit as a share of the size, as `textWidth` measures. */
const DIGIT = 0.54;
/** Characters of a cell that decide about the width of its column. */
const MEASURED = 200;

/**
 * A text with this format stays text in Excel even if a person edits it, and programs that get a copy of the cell do
 * not compute it.
 */
const FORMULA_START = /^[=+\-@\t]/;
/** Excel reads `_x0041_` in a text as the letter A. */
const ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;

interface FoundTable {
  table: Table;
  /** The heading above it; empty for none. */
  heading: string;
}

/** Writes each table of a document as a sheet. @throws AvaError `no_table` */
export const writeXlsx: DocumentWriter = async ({ root, footnotes }) => {
  const found = [root, ...footnotes.values()].flatMap((node) => findTables(node, { heading: '' }));
  if (found.length === 0) throw new AvaError('no_table');
  const language = guessLanguage(root);
  const context: TextContext = { numbers: new Map(), footnotes };
  const sheets = found.map(({ table }) => toSheet(readRows(table, context), table, language));
  const names = found.map(({ heading }) => heading);
  const notes = writeNotes(context);
  if (notes.length > 0) {
    sheets.push(toTextSheet(notes));
    names.push(exportTexts.sources);
  }
  const used = new Set<string>();
  return writeExcelFile(
    sheets.map((sheet, index) => ({ ...sheet, sheet: toSheetName(names[index] ?? '', index + 1, used) })),
    { fontFamily: 'Calibri', fontSize: 11 },
  ).toBuffer();
};

function findTables(node: Nodes, last: { heading: string }): FoundTable[] {
  if (node.type === 'heading') last.heading = getText(node);
  if (node.type === 'table') return [{ table: node, heading: last.heading }];
  return 'children' in node ? node.children.flatMap((child) => findTables(child, last)) : [];
}

/** The texts of a table; all rows have the same number of cells. */
function readRows({ children }: Table, context: TextContext): string[][] {
  const width = Math.max(1, ...children.map((row) => row.children.length));
  if (width > MAX_COLUMNS) throw new AvaError('export_too_large');
  return children.map((row) =>
    Array.from({ length: width }, (_, at) => writeInline(row.children[at]?.children ?? [], context).trim()),
  );
}

type SheetContent = Omit<Sheet<Buffer>, 'sheet'>;

function toSheet([header = [], ...rows]: readonly string[][], table: Table, language: string): SheetContent {
  const columns = header.map((_, at) =>
    readColumn(
      rows.map((row) => row[at] ?? ''),
      language,
    ),
  );
  const style = (at: number): CellObject => {
    const align = table.align?.[at];
    return align ? { align } : {};
  };
  return {
    data: [
      header.map((text, at) => ({ ...style(at), ...toTextCell(text), fontWeight: 'bold' as const })),
      ...rows.flatMap((row, index) =>
        splitRow(row).map((cells, part) =>
          cells.map((text, at) => ({ ...style(at), ...toCell(text, part === 0 ? columns[at]?.[index] : null) })),
        ),
      ),
    ],
    columns: header.map((_, at) => ({ width: getWidth([header, ...rows].map((row) => row[at] ?? '')) })),
    stickyRowsCount: 1,
    rightToLeft: isRightToLeft(getText(table)),
  };
}

function toTextSheet(texts: readonly string[]): SheetContent {
  return {
    data: texts.flatMap((text) => splitRow([text])).map((row) => row.map(toTextCell)),
    columns: [{ width: MAX_WIDTH }],
  };
}

/** A text that is too long for a cell continues in the row below. */
function splitRow(row: readonly string[]): string[][] {
  const count = Math.max(1, ...row.map(({ length }) => Math.ceil(length / MAX_CELL_CHARACTERS)));
  return Array.from({ length: count }, (_, part) =>
    row.map((text) => text.slice(part * MAX_CELL_CHARACTERS, (part + 1) * MAX_CELL_CHARACTERS)),
  );
}

function toCell(text: string, typed: TypedValue | null | undefined): CellObject {
  return typed ? { ...typed, alignVertical: 'top' } : toTextCell(text);
}

function toTextCell(text: string): CellObject {
  if (text === '') return {};
  const value = text.toWellFormed().replace(ESCAPE, '_x005F_');
  const format = FORMULA_START.test(text) ? { format: '@' } : {};
  return { value, type: String, wrap: true, alignVertical: 'top', ...format };
}

function getWidth(texts: readonly string[]): number {
  const longest = texts.reduce((most, text) => {
    const lines = text.slice(0, MEASURED).split('\n');
    return Math.max(most, ...lines.map((line) => textWidth(line, 1)));
  }, 0);
  return Math.round(Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest / DIGIT + 2)));
}

/** A name that no other sheet of the workbook has, whatever the case of its letters. */
function toSheetName(heading: string, number: number, used: Set<string>): string {
  // Excel refuses an apostrophe at the start and at the end.
  const clean = heading.replaceAll("'", '’').replace(NOT_IN_NAMES, ' ').replace(/\s+/g, ' ').trim();
  const isUsable = clean !== '' && clean.toLowerCase() !== RESERVED_NAME;
  const base = isUsable ? clean : exportTexts.table(number);
  let name = truncate(base, MAX_NAME_CHARACTERS).trim();
  for (let count = 2; used.has(name.toLowerCase()); count += 1)
    name = `${truncate(base, MAX_NAME_CHARACTERS - ` ${count}`.length).trim()} ${count}`;
  used.add(name.toLowerCase());
  return name;
}
