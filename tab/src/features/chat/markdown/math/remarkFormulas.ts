import { replaceNodes, type TreeNode } from '../markdownTree.ts';
import { bracketFormulas } from '../../../../../../api/contract/markdown/bracketFormulas.ts';

/** The part of unified's processor that a syntax plugin uses. */
interface Processor {
  data(): object;
}

const DISPLAY = ['language-math', 'math-display'];

/**
 * Adds formulas in `\(…\)` and `\[…\]` to those of remark-math, and decides which ones have their own line: `\[…\]`, and
 * `$$…$$` that is a paragraph.
 */
export function remarkFormulas(this: Processor) {
  const data: { micromarkExtensions?: unknown[] } = this.data();
  (data.micromarkExtensions ??= []).push(bracketFormulas);
  return (tree: TreeNode, file: { value: unknown }) => {
    const source = String(file.value);
    replaceNodes(tree, (parent) => {
      for (const node of parent.children ?? [])
        if (node.type === 'inlineMath' && isDisplayed(node, parent, source))
          node.data = { ...node.data, hProperties: { className: DISPLAY } };
      return undefined;
    });
  };
}

function isDisplayed(node: TreeNode, parent: TreeNode, source: string): boolean {
  const start = node.position?.start.offset ?? 0;
  if (source.startsWith('\\[', start)) return true;
  return source.startsWith('$$', start) && parent.type === 'paragraph' && parent.children?.length === 1;
}
