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

/**
 * The text of an HTML body as a browser shows it, with the numbers of lists and the addresses of links; scripts, styles and
 * hidden elements are left out.
 * @param countUnread called for each picture, recording and embedded page; those of a mail are attachments
 */
export function readHtml(html: string, countUnread: (kind: UnreadKind) => void = () => undefined): string {
  if (html === '') return '';
  const root = fromHtml(html);
  // Not recursive: markup can be nested deeper than the stack.
  const nodes: Node[] = [root];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if (!('children' in node)) continue;
    node.children = (node.children as Root['children']).filter((child) => !isHidden(child));
    if (node.type === 'element') {
      showAttributes(node);
      const kind = UNREAD.get(node.tagName);
      if (kind !== undefined && !isTiny(node)) countUnread(kind);
    }
    nodes.push(...(node.children as Node[]));
  }
  return toText(root);
}

/** A picture of one pixel tells a server that the page was opened. */
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
  const { href } = properties;
  const isLink = tagName === 'a' && typeof href === 'string' && WEB_LINK.test(href);
  if (isLink && !toText(element).includes(href.replace(/\/$/, '')))
    children.push({ type: 'text', value: ` (${href})` });
}
