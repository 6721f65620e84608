import type { Content, Node } from 'pdfmake/interfaces.js';
import type { ListItem, Nodes } from 'mdast';
import { getText } from '#api/exports/markdown/limitDepth.ts';
import { textWidth } from '#api/exports/textWidth.ts';
import type { Place } from './context.ts';
import { CODE_SIZE, headings, LINE_HEIGHT, PAGE } from './styles.ts';

/** Points. Higher blocks can continue on the next page: pdfmake drops an unbreakable block that is higher than a page. */
const MAX_WHOLE = 190;
/** A paragraph of at most this many lines is not divided, so that no line of it is alone on a page. */
export const MAX_WHOLE_LINES = 3;
/** Makes the estimate higher, for wide fonts and for lines that are not filled. */
const LOOSE = 1.2;

/** Estimates the height of a text in points, rather too high than too low. */
export function estimateHeight(text: string, width: number, size: number): number {
  return estimateLines(text, width, size) * size * LINE_HEIGHT * 1.4;
}

function estimateLines(text: string, width: number, size: number): number {
  let lines = 0;
  for (const line of text.split('\n')) lines += Math.max(1, Math.ceil((textWidth(line, size) * LOOSE) / width));
  return lines;
}

export function isShortParagraph(node: Nodes, { width, size }: Place): boolean {
  return !hasImage(node) && estimateLines(getText(node), width, size) <= MAX_WHOLE_LINES;
}

/** Whether the first part of a block is low enough to be on the page of the heading above. */
export function isLow(node: Nodes, place: Place): boolean {
  return !hasImage(node) && getHeight(node, place) <= MAX_WHOLE;
}

function getHeight(node: Nodes, { width, size }: Place): number {
  switch (node.type) {
    case 'code':
    case 'math':
      return estimateHeight(node.value, width, CODE_SIZE) + 20;
    case 'table':
      return node.children.length * (size * 2 + 8) + estimateHeight(getText(node), width, size);
    case 'list':
      return node.children[0] ? getItemHeight(node.children[0], width, size) : 0;
    case 'blockquote':
      // What is kept together inside a quote would be lost inside another block that is kept together.
      return node.children.every(({ type }) => type === 'paragraph')
        ? estimateHeight(getText(node), width, size) + 20
        : Number.POSITIVE_INFINITY;
    case 'heading':
      return estimateHeight(getText(node), width, headings[node.depth - 1]?.size ?? size) + 40;
    default:
      return estimateHeight(getText(node), width, size) + 20;
  }
}

/** An item with more than one paragraph is not kept together. */
function getItemHeight(item: ListItem, width: number, size: number): number {
  const [first, ...others] = item.children;
  if (first?.type !== 'paragraph' || others.length > 0) return Number.POSITIVE_INFINITY;
  return estimateHeight(getText(first), width - 30, size);
}

function hasImage(node: Nodes): boolean {
  return node.type === 'image' || ('children' in node && node.children.some(hasImage));
}

interface Converted {
  node: Nodes;
  contents: Content[];
}

/** Joins headings with the beginning of what follows them, so that none is alone at the end of a page. */
export function keepHeadings(blocks: readonly Converted[], place: Place): Content[] {
  const result: Content[] = [];
  let above: Content[] = [];
  let height = 0;
  for (const { node, contents } of blocks) {
    const fits = isLow(node, place) && height + getHeight(node, place) <= 2 * MAX_WHOLE;
    const isHeading = node.type === 'heading';
    if (above.length > 0 && (!fits || !isHeading)) {
      const [first, ...rest] = contents;
      if (fits && first) result.push({ stack: [...above, first], unbreakable: true }, ...rest);
      else result.push(...breakBefore(above, height, first), ...(isHeading ? [] : contents));
      [above, height] = [[], 0];
      if (!isHeading) continue;
    }
    if (isHeading && isLow(node, place)) {
      above.push(...contents);
      height += getHeight(node, place);
    } else result.push(...contents);
  }
  return [...result, ...above];
}

/** Points below a heading for the beginning of a long table or code. */
const BEGINNING = 60;

/**
 * For a block that is too high to be joined with its headings. The headings start a new page if too little of the block
 * would fit below them.
 */
function breakBefore(headings: Content[], height: number, next: Content | undefined): Content[] {
  const [first] = headings;
  const below = typeof next === 'object' && 'image' in next && 'height' in next ? Number(next.height) : BEGINNING;
  if (typeof first === 'object') Object.assign(first, { headlineLevel: height + below });
  return headings;
}

/** For pdfmake: whether too little fits below a heading; `headlineLevel` are the points that it needs. */
export function isAtPageEnd({ headlineLevel, startPosition }: Node): boolean {
  if (headlineLevel === undefined) return false;
  const { top, verticalRatio, pageInnerHeight } = startPosition;
  return verticalRatio > 0.4 && top + headlineLevel > PAGE.margin + pageInnerHeight;
}

/** Removes the margin below the last line: pdfmake would start an empty page for it. */
export function dropLastMargin(contents: readonly Content[]): void {
  const last = contents.at(-1);
  if (typeof last !== 'object' || Array.isArray(last)) return;
  if ('margin' in last && Array.isArray(last.margin) && last.margin.length === 4)
    last.margin = [last.margin[0], last.margin[1], last.margin[2], 0];
  if ('stack' in last) dropLastMargin(last.stack);
  if ('columns' in last) for (const column of last.columns) dropLastMargin([column]);
}
