import { replaceNodes, type TreeNode } from './tree.ts';

/** Elements that take their direction from their own text; items take their list's, so that the markers stand right. */
const directed = ['p', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'td', 'th'];

/** The page has its own headings above an answer's. */
const lowered: Record<string, string> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' };

/** Shows right-to-left text right and puts the headings of an answer below those of the page. */
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
