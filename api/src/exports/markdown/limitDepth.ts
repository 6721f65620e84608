import type { Nodes, Root } from 'mdast';

/**
 * Maximum depth of nested containers in a document; Word has nine levels of lists. Deeper containers become part of the
 * last level.
 */
const MAX_DEPTH = 12;
/** Maximum depth of nested emphasis. */
const MAX_INLINE_DEPTH = 8;

const containers = new Set(['blockquote', 'list', 'footnoteDefinition']);
const inlines = new Set('emphasis strong delete subscript superscript underline link linkReference'.split(' '));

interface Parent {
  type: string;
  children?: Parent[];
}

/** Replaces containers that are nested too deeply by their content. Does not recurse, however deep the tree is. */
export function limitDepth(root: Root): void {
  const pending: { node: Parent; depth: number; inline: number }[] = [{ node: root as Parent, depth: 0, inline: 0 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { node, depth, inline } = next;
    if (!node.children) continue;
    if (depth >= MAX_DEPTH) node.children = node.children.flatMap((child) => unwrap(child, containers));
    if (inline >= MAX_INLINE_DEPTH) node.children = node.children.flatMap((child) => unwrap(child, inlines));
    for (const child of node.children)
      pending.push({
        node: child,
        depth: depth + Number(containers.has(child.type)),
        inline: inline + Number(inlines.has(child.type)),
      });
  }
}

/** The descendants that are not of these types, in their order. List items go with their list. */
function unwrap(node: Parent, types: ReadonlySet<string>): Parent[] {
  const result: Parent[] = [];
  const pending = [node];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (!types.has(next.type) && !(types === containers && next.type === 'listItem')) result.push(next);
    else pending.push(...(next.children ?? []).toReversed());
  }
  return result;
}

/** All text of a node. */
export function getText(node: Nodes): string {
  if ('value' in node) return node.value;
  if (node.type === 'break') return '\n';
  if (node.type === 'image') return node.alt ?? '';
  return 'children' in node ? node.children.map(getText).join('') : '';
}
