import { fromHtml } from 'hast-util-from-html';
import { toText } from 'hast-util-to-text';
import type { UnreadKind } from '#contract/files/unread.ts';

type Root = ReturnType<typeof fromHtml>;
type Node = Root | Root['children'][number];
type Element = Extract<Node, { type: 'element' }>;

const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const UNREAD: ReadonlyMap<string, UnreadKind> = new Map([
  ['img', 'picture'],
  ['svg', 'picture'],
  ['canvas', 'picture'],
  ['audio', 'recording'],
  ['video', 'recording'],
  ['iframe', 'embeddedObject'],
  ['object', 'embeddedObject'],
  ['embed', 'embeddedObject'],
]);
const WEB_LINK = /^https?:\/\//i;

/** Fields whose value a person sees. */
const SHOWN_FIELDS = /^(?:text|email|tel|url|number|date|time|search|)$/;
/** If cells have more text, the table is the layout of a page. */
const MAX_CELL = 300;
/** A cell over more columns or rows is hostile. */
const MAX_SPAN = 60;

/**
 * The text of an HTML body as a browser shows it, with the numbers of lists, the addresses of links, the values of
 * fields and the descriptions of pictures; scripts, styles and hidden elements are left out. Tables keep their columns.
 * @param countUnread called for each picture, recording and embedded page; those of a mail are attachments
 * @param onTitle called with the titles in the head of the page
 */
export function readHtml(
  html: string,
  countUnread: (kind: UnreadKind) => void = () => undefined,
  onTitle: (title: string) => void = () => undefined,
): string {
  if (html === '') return '';
  const root = fromHtml(html);
  // Not recursive: markup can be nested deeper than the stack.
  const open: { node: Node; table: Element | null }[] = [{ node: root, table: null }];
  /** For each open table: whether it contains another one. Then it is the layout of a page. */
  const tables = new Map<Element, boolean>();
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, table } = next;
    if (!('children' in node)) continue;
    node.children = (node.children as Root['children']).filter((child) => !isHidden(child));
    const kind = node.type === 'element' && !isTiny(node) ? UNREAD.get(node.tagName) : undefined;
    const isDescribed = node.type === 'element' && node.tagName === 'img' && node.properties['alt'] !== undefined;
    if (kind !== undefined && !isDescribed) countUnread(kind);
    if (node.type === 'element') showAttributes(node);
    if (node.type === 'element' && node.tagName === 'head')
      for (const child of listElements(node)) if (child.tagName === 'title') onTitle(toText(child).trim());
    const isTable = node.type === 'element' && node.tagName === 'table';
    if (isTable) tables.set(node, false);
    if (isTable && table) tables.set(table, true);
    for (const child of node.children as Node[]) open.push({ node: child, table: isTable ? node : table });
  }
  for (const [table, isLayout] of tables) if (!isLayout) alignCells(table);
  return toText(root);
}

/** A picture of one pixel only tells a server that the page was opened, so it is not counted. */
function isTiny({ properties: { width, height } }: Element): boolean {
  return [width, height].some((side) => side !== undefined && Number(side) <= 2);
}

function isHidden(node: Node): boolean {
  if (node.type !== 'element') return false;
  const { style, hidden } = node.properties;
  return hidden === true || (typeof style === 'string' && HIDDEN.test(style));
}

function showAttributes(element: Element): void {
  const { tagName, properties, children } = element;
  if (tagName === 'ol') {
    let number = Number(properties['start'] ?? 1);
    for (const item of children)
      if (item.type === 'element' && item.tagName === 'li')
        item.children.unshift({ type: 'text', value: `${number++}. ` });
  }
  if (tagName === 'select') children.splice(0, Infinity, ...listChosen(element).map(toTextNode));
  const { href, alt, type = '', value } = properties;
  // This element cannot contain text.
  const shown = tagName === 'img' ? alt : tagName === 'input' && SHOWN_FIELDS.test(String(type)) ? value : undefined;
  if (typeof shown === 'string' && shown !== '') {
    element.tagName = 'span';
    children.push(toTextNode(` ${shown} `));
  }
  const isLink = tagName === 'a' && typeof href === 'string' && WEB_LINK.test(href);
  if (isLink && !toText(element).includes(href.replace(/\/$/, '')))
    children.push({ type: 'text', value: ` (${href})` });
}

const toTextNode = (value: string) => ({ type: 'text' as const, value });

const listElements = ({ children }: Element): Element[] =>
  (children as Node[]).filter((child): child is Element => child.type === 'element');

/** The chosen option of a list, or the first one. */
function listChosen(list: Element): string[] {
  const options = listElements(list)
    .flatMap((child) => (child.tagName === 'optgroup' ? listElements(child) : child))
    .filter(({ tagName }) => tagName === 'option');
  const chosen = options.filter(({ properties }) => properties['selected'] === true);
  return (chosen.length > 0 ? chosen : options.slice(0, 1)).map((option) => ` ${toText(option)} `);
}

/** Writes each cell of a table of data in one line, and empty cells where a merged cell covers a place. */
function alignCells(table: Element): void {
  const rows = listElements(table)
    .flatMap((child) => (child.tagName === 'tr' ? child : listElements(child)))
    .filter(({ tagName }) => tagName === 'tr');
  const isCell = ({ tagName }: Element) => tagName === 'td' || tagName === 'th';
  const texts = new Map(rows.flatMap(listElements).map((cell) => [cell, toText(cell)]));
  const isLayout = [...texts.values()].some((text) => text.length > MAX_CELL);
  if (isLayout || rows.length < 2 || texts.size <= rows.length) return;
  /** Rows below that a cell covers, by column. */
  let covered: number[] = [];
  for (const row of rows) {
    const next: number[] = [];
    const aligned: Element[] = [];
    const addEmpty = () => aligned.push({ type: 'element', tagName: 'td', properties: {}, children: [] });
    const skipCovered = () => {
      while ((covered[aligned.length] ?? 0) > 0) {
        next[aligned.length] = covered[aligned.length]! - 1;
        addEmpty();
      }
    };
    for (const cell of listElements(row).filter(isCell)) {
      skipCovered();
      const down = getSpan(cell, 'rowSpan');
      const across = getSpan(cell, 'colSpan');
      cell.children = [toTextNode((texts.get(cell) ?? '').replace(/\s+/g, ' '))];
      for (let index = 0; index < across; index += 1) {
        next[aligned.length] = down - 1;
        if (index === 0) aligned.push(cell);
        else addEmpty();
      }
    }
    skipCovered();
    row.children = aligned;
    covered = next;
  }
}

function getSpan({ properties }: Element, name: 'rowSpan' | 'colSpan'): number {
  const span = Number(properties[name] ?? 1);
  return Number.isInteger(span) ? Math.min(MAX_SPAN, Math.max(1, span)) : 1;
}
