/** The fields of a Markdown or HTML tree node that AVA's plugins use. */
export interface TreeNode {
  type: string;
  value?: string;
  url?: string;
  alt?: string | null;
  label?: string | null;
  identifier?: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  data?: { hName?: string; hProperties?: Record<string, unknown> };
  children?: TreeNode[];
  position?: { start: { offset?: number } };
}

/** Replaces nodes below `parent`; `undefined` keeps a node and visits its children. */
export function replaceNodes(parent: TreeNode, change: (node: TreeNode) => TreeNode[] | undefined): void {
  if (!parent.children) return;
  parent.children = parent.children.flatMap((node) => {
    const replaced = change(node);
    if (replaced) return replaced;
    replaceNodes(node, change);
    return [node];
  });
}

export function getText(node: TreeNode): string {
  return node.value ?? (node.children ?? []).map(getText).join('');
}
