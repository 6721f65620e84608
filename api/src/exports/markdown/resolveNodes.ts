import type { Definition, FootnoteDefinition, Nodes, Parent, PhrasingContent, Root } from 'mdast';
import { getText } from './limitDepth.ts';

const CITATION_MARK = /\[(\d{1,4})\]/g;

export interface Resolving {
  /** Put before the identifiers of footnotes, so that the parts of a document can have the same ones. */
  prefix: string;
  /** Numbers of the sources; `[n]` of any other number stays text. */
  numbers: ReadonlySet<number>;
  footnotes: Map<string, FootnoteDefinition>;
}

export const toCitationId = (prefix: string, number: number) => `${prefix}source-${number}`;

/** Replaces references to definitions and citations, in place. */
export function resolveNodes(root: Root, resolving: Resolving): void {
  const definitions = new Map<string, Definition>();
  const collect = (node: Nodes) => {
    if (node.type === 'definition' && !definitions.has(node.identifier)) definitions.set(node.identifier, node);
    if ('children' in node) for (const child of node.children) collect(child);
  };
  collect(root);
  resolveChildren(root, { ...resolving, definitions }, false);
}

type Context = Resolving & { definitions: ReadonlyMap<string, Definition> };

function resolveChildren(parent: Parent, context: Context, isInLink: boolean): void {
  parent.children = (parent.children as Nodes[]).flatMap((node) => {
    if ('children' in node)
      resolveChildren(node, context, isInLink || node.type === 'link' || node.type === 'linkReference');
    return resolveNode(node, context, isInLink);
  }) as Parent['children'];
}

function resolveNode(node: Nodes, context: Context, isInLink: boolean): Nodes[] {
  switch (node.type) {
    case 'definition':
    case 'yaml':
      return [];
    case 'footnoteDefinition': {
      const id = context.prefix + node.identifier;
      if (!context.footnotes.has(id)) context.footnotes.set(id, { ...node, identifier: id });
      return [];
    }
    case 'footnoteReference':
      return [{ ...node, identifier: context.prefix + node.identifier }];
    case 'linkReference': {
      const number = Number(node.label);
      // A document can contain a definition `[1]: …`; it does not turn a citation into a link.
      if (context.numbers.has(number)) return [toReference(context.prefix, number)];
      const url = context.definitions.get(node.identifier)?.url;
      return url === undefined ? node.children : [{ type: 'link', url, children: node.children }];
    }
    case 'imageReference': {
      const url = context.definitions.get(node.identifier)?.url ?? '';
      return [{ type: 'image', url, alt: node.alt ?? '' }];
    }
    case 'code':
      return node.lang === 'math' ? [{ type: 'math', value: node.value }] : [node];
    case 'text':
      return isInLink ? [node] : splitCitations(node.value, context);
    default:
      return [node];
  }
}

function toReference(prefix: string, number: number): Nodes {
  return { type: 'footnoteReference', identifier: toCitationId(prefix, number), label: `${number}` };
}

function splitCitations(text: string, { prefix, numbers }: Context): Nodes[] {
  const nodes: Nodes[] = [];
  let from = 0;
  for (const match of text.matchAll(CITATION_MARK)) {
    const number = Number(match[1]);
    if (!numbers.has(number)) continue;
    if (match.index > from) nodes.push({ type: 'text', value: text.slice(from, match.index) });
    nodes.push(toReference(prefix, number));
    from = match.index + match[0].length;
  }
  if (from < text.length || nodes.length === 0) nodes.push({ type: 'text', value: text.slice(from) });
  return nodes;
}

const phrasing = new Set<string>(
  'text emphasis strong delete subscript superscript underline link inlineCode inlineMath break image footnoteReference'.split(
    ' ',
  ),
);

/**
 * Makes paragraphs of text between blocks, which HTML can contain and which a block of HTML in Markdown becomes, and
 * makes blocks of formulas on separate lines.
 */
export function wrapPhrasing(parent: Parent): void {
  if (!['root', 'blockquote', 'listItem', 'footnoteDefinition', 'list'].includes((parent as Nodes).type)) return;
  const children: Nodes[] = [];
  for (const node of parent.children as Nodes[]) {
    if ('children' in node) wrapPhrasing(node);
    const last = children.at(-1);
    if (phrasing.has(node.type)) {
      if (last?.type === 'paragraph' && last.data?.['wrapped' as never] !== undefined)
        last.children.push(node as PhrasingContent);
      else children.push({ type: 'paragraph', data: { wrapped: true } as never, children: [node as PhrasingContent] });
    } else if (node.type === 'paragraph' && node.children.length === 1 && node.children[0]?.type === 'inlineMath') {
      children.push(isDisplayed(node.children[0], node) ? { type: 'math', value: node.children[0].value } : node);
    } else children.push(node);
  }
  parent.children = children.filter(
    (node) =>
      node.type !== 'paragraph' || node.children.some((child) => child.type !== 'text' || getText(child).trim()),
  ) as Parent['children'];
}

/**
 * Whether a formula is a whole paragraph, such as `$$…$$`. A paragraph that is one formula in `\(…\)` counts as well,
 * because it looks the same on its own line.
 */
function isDisplayed(node: Nodes, parent: Nodes): boolean {
  return node.position === undefined || node.position.start.offset === parent.position?.start.offset;
}
