import { replaceNodes, type TreeNode } from './markdownTree.ts';

const CITATION_MARK = /\[(\d{1,4})\]/g;

/**
 * Converts each `[n]` with a known source number to a citation, except in code and links. A reference definition `[n]:`,
 * which a document can inject, does not turn a citation into a link.
 */
export function remarkCitations(numbers: ReadonlySet<number>): (tree: TreeNode) => void {
  return (tree) => {
    if (numbers.size > 0) replaceNodes(tree, (node) => replaceCitations(node, numbers));
  };
}

function replaceCitations(node: TreeNode, numbers: ReadonlySet<number>): TreeNode[] | undefined {
  if (node.type === 'link') return [node];
  if (node.type === 'linkReference') {
    const number = Number(node.label);
    return numbers.has(number) ? [createCitation(number)] : undefined;
  }
  if (node.type !== 'text' || node.value === undefined) return undefined;
  return splitText(node.value, numbers);
}

function splitText(text: string, numbers: ReadonlySet<number>): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const match of text.matchAll(CITATION_MARK)) {
    const number = Number(match[1]);
    if (!numbers.has(number)) continue;
    if (match.index > from) nodes.push({ type: 'text', value: text.slice(from, match.index) });
    nodes.push(createCitation(number));
    from = match.index + match[0].length;
  }
  if (from < text.length || nodes.length === 0) nodes.push({ type: 'text', value: text.slice(from) });
  return nodes;
}

function createCitation(number: number): TreeNode {
  const data = { hName: 'cite', hProperties: { dataNumber: number } };
  return { type: 'citation', data, children: [{ type: 'text', value: `[${number}]` }] };
}
