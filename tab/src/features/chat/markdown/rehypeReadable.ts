import { replaceNodes, type TreeNode } from './markdownTree.ts';

/** Elements whose direction follows their text; list items inherit the list's, so that all markers are on one side. */
const directed = ['p', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'td', 'th'];

/** Headings of an answer start at level 3, below the headings of the page. */
const lowered: Record<string, string> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' };

/** Sets text direction and lowers the heading levels. */
export function rehypeReadable(): (tree: TreeNode) => void {
  return (tree) => {
    replaceNodes(tree, (node) => {
      if (node.type !== 'element' || node.tagName === undefined) return undefined;
      node.tagName = lowered[node.tagName] ?? node.tagName;
      if (directed.includes(node.tagName)) node.properties = { ...node.properties, dir: 'auto' };
      return undefined;
    });
  };
}
