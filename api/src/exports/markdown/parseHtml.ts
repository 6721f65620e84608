import type { Element } from 'hast';
import type { Nodes, PhrasingContent, Root } from 'mdast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast, type Handle } from 'hast-util-to-mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { limitDepth } from './limitDepth.ts';
import { parsePlainText } from './parseMarkdown.ts';

/** Images are found by their name among those of the document; other addresses are never fetched. */
const protocols = { ...defaultSchema.protocols, src: ['http', 'https', 'cid', 'data'] };
const tagNames = [...(defaultSchema.tagNames ?? []), 'u'];
const sanitize = rehypeSanitize({ ...defaultSchema, tagNames, protocols });

/** The nodes of these elements are the same as in Markdown (`contract/markdown/htmlTags.ts`). */
const toNode =
  (type: 'subscript' | 'superscript' | 'underline'): Handle =>
  (state, node: Element) => ({ type, children: state.all(node) as PhrasingContent[] });
const handlers = {
  sub: toNode('subscript'),
  sup: toNode('superscript'),
  u: toNode('underline'),
  ins: toNode('underline'),
};

/** Parses HTML to the same tree as Markdown: no script, no style, no embedded content. */
export function parseHtml(html: string): Root {
  try {
    const tree = toMdast(sanitize(fromHtml(html, { fragment: true })), { handlers });
    const root: Root = tree.type === 'root' ? (tree as Root) : { type: 'root', children: [tree as never] };
    limitDepth(root);
    flattenCells(root);
    return root;
  } catch (error) {
    if (error instanceof RangeError) return parsePlainText(html);
    throw error;
  }
}

const blocks = new Set('paragraph heading blockquote list listItem code math table tableRow tableCell'.split(' '));

function flattenCells(node: Nodes): void {
  if (!('children' in node)) return;
  node.children.forEach(flattenCells);
  if (node.type === 'tableCell') node.children = toCellLines(node.children) as typeof node.children;
}

/** A cell of Markdown holds only phrasing: the blocks of an HTML cell become its lines. */
function toCellLines(nodes: readonly Nodes[]): Nodes[] {
  return nodes.flatMap((node, index): Nodes[] => {
    if (!blocks.has(node.type)) return [node];
    const text: Nodes[] = 'value' in node ? [{ type: 'text', value: node.value }] : [];
    const inner = 'children' in node ? toCellLines(node.children) : text;
    return index > 0 ? [{ type: 'break' }, ...inner] : inner;
  });
}
