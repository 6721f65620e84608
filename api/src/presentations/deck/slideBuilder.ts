import { textOf, type Block, type Paragraph, type Table } from '#api/presentations/content/blocks.ts';
import type { ExportImage } from '#api/exports/document.ts';
import { heightOf, splitParagraph, type TextArea } from '#api/presentations/fit/fitParagraphs.ts';
import { fitColumns, rowHeight, takeRows } from '#api/presentations/fit/fitTable.ts';
import type { Slot } from '#api/presentations/template/chooseLayouts.ts';
import { innerSize, type Box } from '#api/presentations/template/placeholders.ts';
import type { SlideItem, TextItem } from './slide.ts';

const EMU_PER_POINT = 12_700;
/** Space between text, tables and pictures in one placeholder, in EMU. */
const GAP = 114_300;
/** A picture is not drawn smaller than this share of its placeholder; it moves to the next placeholder instead. */
const MIN_PICTURE_SHARE = 0.4;
/** A paragraph is split only if at least this number of its lines fits. */
const MIN_LINES = 2;
/** A table that begins below other content is split only if at least this number of its rows fits. */
const MIN_ROWS = 3;
/** EMU per pixel at 96 dpi: a picture with larger pixels would look coarse. */
const EMU_PER_PIXEL = 9_525;

/** A placeholder of one slide while it is filled from top to bottom. */
export interface OpenSlot {
  slot: Slot;
  area: TextArea;
  /** Used height in EMU, from the top of the box. */
  used: number;
  items: SlideItem[];
}

export function openSlot(slot: Slot, scale: number): OpenSlot {
  const { width } = innerSize(slot.placeholder);
  return { slot, area: { levels: slot.placeholder.levels, width, scale }, used: 0, items: [] };
}

/** Adds as much of a paragraph as fits; returns what is left, or null. */
export function addParagraph(open: OpenSlot, paragraph: Paragraph): Paragraph | null {
  const { slot, area } = open;
  const last = open.items.at(-1);
  // One placeholder holds one text, so none can follow a table.
  if ((last && last.kind !== 'text') || !['any', 'text'].includes(slot.kind)) return paragraph;
  const left = innerSize(slot.placeholder).height - open.used / EMU_PER_POINT;
  const needed = heightOf(paragraph, area, left);
  const isFirst = open.items.length === 0;
  if (needed <= left) {
    append(open, paragraph, needed);
    return null;
  }
  const lineHeight = needed - heightOf({ ...paragraph, runs: [] }, area);
  const fitsLines = left > heightOf({ ...paragraph, runs: [] }, area) * MIN_LINES && lineHeight > left;
  if (!isFirst && !fitsLines) return paragraph;
  const [first, rest] = splitParagraph(paragraph, area, left);
  append(open, first, heightOf(first, area));
  return rest;
}

function append(open: OpenSlot, paragraph: Paragraph, height: number): void {
  const last = open.items.at(-1);
  if (last?.kind === 'text') last.paragraphs.push(paragraph);
  else {
    const { placeholder } = open.slot;
    open.items.push({ kind: 'text', placeholder, box: null, scale: open.area.scale, paragraphs: [paragraph] });
  }
  open.used += height * EMU_PER_POINT;
}

/**
 * Removes from the end of a text the paragraphs that introduce the next block, and returns them: headings, lines that
 * end with a colon, and items whose nested list follows.
 */
export function takeTrailingHeadings(open: OpenSlot, next: Block): Paragraph[] {
  const last = open.items.at(-1);
  if (last?.kind !== 'text') return [];
  const headings: Paragraph[] = [];
  while (last.paragraphs.length > 1 && introduces(last.paragraphs.at(-1)!, headings[0] ?? next))
    headings.unshift(last.paragraphs.pop()!);
  return headings;
}

function introduces({ style, list, continues, runs, level }: Paragraph, next: Block): boolean {
  if (list && next.kind === 'paragraph' && next.list && next.level > level) return true;
  return style === 'heading' || (style === 'text' && !list && !continues && textOf(runs).trimEnd().endsWith(':'));
}

/** The box below what a placeholder contains already. */
function restOf({ slot, used, items }: OpenSlot): Box {
  const { box, insets } = slot.placeholder;
  const start = items.length === 0 ? 0 : used + GAP + (items[0]?.kind === 'text' ? insets.top + insets.bottom : 0);
  return { x: box.x, y: box.y + start, width: box.width, height: Math.max(0, box.height - start) };
}

/** Adds rows of a table; returns the table with the rows that are left, or null. Each part repeats the header. */
export function addTable(open: OpenSlot, table: Table): Table | null {
  const { slot, area } = open;
  if (slot.kind === 'picture') return table;
  const box = restOf(open);
  const [header, ...rows] = table.rows;
  if (!header) return null;
  const columns = fitColumns(table, box.width / EMU_PER_POINT, area.scale);
  const headerHeight = Math.min(rowHeight(header, columns, { bold: true, limit: 200 }), box.height / EMU_PER_POINT / 2);
  const height = box.height / EMU_PER_POINT - headerHeight;
  const isEmpty = open.items.length === 0;
  const { taken, rest, height: filled } = takeRows(rows, columns, height, isEmpty);
  if (taken.length === 0 && (rows.length > 0 || (!isEmpty && height < 0))) return table;
  // A table that begins below a text shows enough to be read.
  if (!isEmpty && rest.length > 0 && taken.length < MIN_ROWS) return table;
  const shown = [header, ...taken];
  const heights = shown.map((row, index) =>
    Math.round((index === 0 ? headerHeight : rowHeight(row, columns, { limit: height })) * EMU_PER_POINT),
  );
  const total = (headerHeight + filled) * EMU_PER_POINT;
  open.items.push({
    kind: 'table',
    placeholder: isEmpty && slot.kind !== 'text' ? slot.placeholder : null,
    box: { ...box, height: Math.round(total) },
    size: columns.size,
    widths: columns.widths.map((width) => Math.round(width * EMU_PER_POINT)),
    heights,
    rows: shown,
    alignments: table.alignments,
  });
  open.used = box.y - slot.placeholder.box.y + total;
  return rest.length === 0 ? null : { ...table, rows: [header, ...rest] };
}

/** Adds a picture in its proportions; false if there is too little room. */
export function addPicture(open: OpenSlot, picture: { alt: string; image: ExportImage }): boolean {
  const { slot } = open;
  if (slot.kind === 'table') return false;
  const rest = restOf(open);
  const isEmpty = open.items.length === 0;
  if (!isEmpty && rest.height < slot.placeholder.box.height * MIN_PICTURE_SHARE) return false;
  const { width, height } = picture.image;
  const scale = Math.min(rest.width / width, rest.height / height, EMU_PER_PIXEL * 2);
  const size = { width: Math.round(width * scale), height: Math.round(height * scale) };
  const box = {
    x: Math.round(rest.x + (rest.width - size.width) / 2),
    y: Math.round(isEmpty ? rest.y + (rest.height - size.height) / 2 : rest.y),
    ...size,
  };
  const fills = isEmpty && (slot.kind === 'any' || slot.kind === 'picture');
  open.items.push({ kind: 'picture', placeholder: fills ? slot.placeholder : null, box, ...picture });
  open.used = box.y - slot.placeholder.box.y + size.height;
  return true;
}

/** The items of a placeholder. A text that shares it with other items gets a box as high as the text. */
export function closeSlot({ slot, area, items }: OpenSlot): SlideItem[] {
  const [first] = items;
  if (items.length < 2 || first?.kind !== 'text') return items;
  const { box, insets } = slot.placeholder;
  const height = first.paragraphs.reduce((sum, paragraph) => sum + heightOf(paragraph, area), 0) * EMU_PER_POINT;
  const text: TextItem = { ...first, box: { ...box, height: Math.round(height + insets.top + insets.bottom) } };
  return [text, ...items.slice(1)];
}
