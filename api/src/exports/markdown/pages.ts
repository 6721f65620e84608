import type { Nodes, RootContent } from 'mdast';
import { textWidth } from '#api/exports/textWidth.ts';
import { fitColumns } from './columns.ts';
import { getText } from './limitDepth.ts';

/** From this number of pages on, a document has a table of contents and a running title. */
const LONG_DOCUMENT_PAGES = 20;
/** A table whose text would be smaller than this share on an upright page gets a page on its side. */
const SMALLEST_SHARE = 0.8;

/** Points: the text of an upright A4 page, its lines and the space between blocks. */
const PAGE = { width: 455, height: 690, size: 11, line: 15, gap: 8 };
const CELL_PADDING = 10;
const IMAGE_HEIGHT = 200;

export interface PageGroup {
  isLandscape: boolean;
  nodes: RootContent[];
}

/** Paragraphs above a wide table that are on its page. */
const MAX_INTRODUCTION = 2;

/** Divides a text into upright pages, and pages on their side for wide tables with their heading and introduction. */
export function divideByOrientation(nodes: readonly RootContent[]): PageGroup[] {
  const groups: PageGroup[] = [];
  let above: RootContent[] = [];
  const add = (isLandscape: boolean, added: RootContent[]) => {
    const last = groups.at(-1);
    if (last?.isLandscape === isLandscape) last.nodes.push(...added);
    else if (added.length > 0) groups.push({ isLandscape, nodes: added });
    above = [];
  };
  for (const node of nodes) {
    const paragraphs = above.filter(({ type }) => type === 'paragraph').length;
    if (node.type === 'heading') {
      if (paragraphs > 0) add(false, above);
      above.push(node);
    } else if (node.type === 'paragraph' && above.length > 0 && paragraphs < MAX_INTRODUCTION) above.push(node);
    else add(isWideTable(node), [...above, node]);
  }
  add(false, above);
  return groups;
}

function isWideTable(node: Nodes): boolean {
  if (node.type !== 'table') return false;
  const size = { width: PAGE.width, padding: CELL_PADDING, size: PAGE.size, smallest: 0 };
  return fitColumns(node, size).size < PAGE.size * SMALLEST_SHARE;
}

/** Whether a text has about 20 pages or more. */
export function isLong(nodes: readonly Nodes[]): boolean {
  const height = nodes.reduce((sum, node) => sum + estimateHeight(node, PAGE.width), 0);
  return height / PAGE.height >= LONG_DOCUMENT_PAGES;
}

function estimateHeight(node: Nodes, width: number): number {
  if (node.type === 'image') return IMAGE_HEIGHT;
  if (node.type === 'code' || node.type === 'math') return node.value.split('\n').length * PAGE.line + PAGE.gap;
  if (node.type === 'tableRow') {
    const cellWidth = width / Math.max(1, node.children.length) - CELL_PADDING;
    return Math.max(0, ...node.children.map((cell) => estimateHeight(cell, Math.max(PAGE.size, cellWidth))));
  }
  if ('children' in node && node.type !== 'paragraph' && node.type !== 'heading' && node.type !== 'tableCell')
    return (node.children as Nodes[]).reduce((sum, child) => sum + estimateHeight(child, width), 0);
  const images = 'children' in node ? node.children.filter(({ type }) => type === 'image').length : 0;
  const lines = Math.ceil(textWidth(getText(node), PAGE.size) / width);
  return Math.max(1, lines) * PAGE.line + PAGE.gap + images * IMAGE_HEIGHT;
}
