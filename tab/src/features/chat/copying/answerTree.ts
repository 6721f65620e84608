import Markdown, { type Options } from 'react-markdown';
import { getCodeContent } from '#tab/ui/markdown/codeBlock.ts';
import { createBlockSplitter, type Part } from '#tab/ui/markdown/blockSplitter.ts';
import { finishParts } from '#tab/ui/markdown/finishParts.ts';
import { createMarkdownPipeline } from '#tab/features/chat/markdown/markdownPipeline.ts';
import { replaceNodes, type TreeNode } from '#tab/features/chat/markdown/markdownTree.ts';
import { getBlockTex } from '#tab/features/chat/markdown/math/formulas.rules.ts';

/**
 * Parses a complete answer into sanitized HTML nodes. Uses the same blocks and limits as the screen, so that copying a
 * hostile text costs no more than showing it.
 */
export function parseAnswer(content: string, numbers: readonly number[]): TreeNode[] {
  const pipeline = createMarkdownPipeline(new Set(numbers), 'copy');
  const nodes: TreeNode[] = [];
  for (const part of finishParts(createBlockSplitter()(content), content)) {
    const parsed = parsePart(part, pipeline);
    const table = part.header === '' ? undefined : nodes.findLast(({ type }) => type === 'element');
    if (table?.tagName === 'table') addRows(table, parsed);
    else nodes.push(...parsed);
  }
  return nodes;
}

/** The outermost descendants with one of these names. */
function findElements(node: TreeNode, names: readonly string[]): TreeNode[] {
  return (node.children ?? []).flatMap((child) =>
    child.tagName !== undefined && names.includes(child.tagName) ? [child] : findElements(child, names),
  );
}

function parsePart(part: Part, pipeline: Options): TreeNode[] {
  switch (part.kind) {
    case 'blank':
      return [];
    case 'code':
      return [createElement('pre', [createElement('code', [createText(getCodeContent(part.text))])])];
    case 'formula':
      return [createElement('p', [createElement('code', [createText(getBlockTex(part.text).trim())])])];
    case 'markdown':
      return parseMarkdown(part, pipeline);
    default:
      return [createPlainText(part.text)];
  }
}

function parseMarkdown({ header, text, definitions = '' }: Part, pipeline: Options): TreeNode[] {
  let root: TreeNode = { type: 'root' };
  const keepTree = () => (tree: TreeNode) => {
    // A copy: the renderer changes the tree that it gets.
    root = structuredClone(tree);
  };
  try {
    Markdown({
      ...pipeline,
      rehypePlugins: [...(pipeline.rehypePlugins ?? []), keepTree],
      children: `${header}${text.trimEnd()}\n\n${definitions}`,
    });
  } catch {
    return [createPlainText(text)];
  }
  replaceNodes(root, (node) => (node.tagName === 'cite' ? [createText(`[${getNumber(node)}]`)] : undefined));
  return root.children ?? [];
}

const getNumber = ({ properties }: TreeNode) => String(Number(properties?.['dataNumber']));

/** Joins the parts of a table that was split for rendering. */
function addRows(table: TreeNode, parsed: readonly TreeNode[]): void {
  const rows = parsed.flatMap((node) => findElements(node, ['tbody'])).flatMap((body) => body.children ?? []);
  const body = findElements(table, ['tbody'])[0];
  if (body) body.children = [...(body.children ?? []), ...rows];
  else table.children = [...(table.children ?? []), createElement('tbody', rows)];
}

function createPlainText(text: string): TreeNode {
  const lines = text.trim().split(/\r\n|\r|\n/);
  return createElement(
    'p',
    lines.flatMap((line, index) => [...(index > 0 ? [createElement('br', [])] : []), createText(line)]),
  );
}

function createElement(tagName: string, children: TreeNode[]): TreeNode {
  return { type: 'element', tagName, properties: {}, children };
}

function createText(value: string): TreeNode {
  return { type: 'text', value };
}
