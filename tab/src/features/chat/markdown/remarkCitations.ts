import { replaceNodes, type TreeNode } from './tree.ts';

const MARK = /\[(\d{1,4})\]/g;

/**
 * Makes each `[n]` whose number is among the answer's sources into a citation. Other numbers stay text; so do those in
 * code and in links. A reference definition of the same name, which a document could have slipped in, does not turn a
 * citation into a link.
 */
export function remarkCitations(numbers: ReadonlySet<number>): (tree: TreeNode) => void {
  return (tree) => {
    if (numbers.size > 0) replaceNodes(tree, (node) => citationsIn(node, numbers));
  };
}

function citationsIn(node: TreeNode, numbers: ReadonlySet<number>): TreeNode[] | undefined {
  if (node.type === 'link') return [node];
  if (node.type === 'linkReference') {
    const number = Number(node.label);
    return numbers.has(number) ? [citation(number)] : undefined;
  }
  if (node.type !== 'text' || node.value === undefined) return undefined;
  return splitText(node.value, numbers);
}

function splitText(text: string, numbers: ReadonlySet<number>): TreeNode[] {
  const nodes: TreeNode[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    const number = Number(match[1]);
    if (!numbers.has(number)) continue;
    if (match.index > from) nodes.push({ type: 'text', value: text.slice(from, match.index) });
    nodes.push(citation(number));
    from = match.index + match[0].length;
  }
  if (from < text.length || nodes.length === 0) nodes.push({ type: 'text', value: text.slice(from) });
  return nodes;
}

function citation(number: number): TreeNode {
  const data = { hName: 'cite', hProperties: { dataNumber: number } };
  return { type: 'citation', data, children: [{ type: 'text', value: `[${number}]` }] };
}
