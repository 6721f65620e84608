import type { Image, Nodes, Parent, PhrasingContent, Root } from 'mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { mathToMarkdown } from 'mdast-util-math';
import { toMarkdown, type Handle } from 'mdast-util-to-markdown';
import { elements } from '#contract/markdown/htmlTags.ts';
import type { DocumentWriter } from '#api/exports/document.ts';
import { isSafeLink } from '#api/exports/markdown/links.ts';

/** Writes a document as Markdown that other programs read alike: HTML is escaped, citations are footnotes. */
export const writeMarkdown: DocumentWriter = async ({ root, footnotes }) => {
  const numbers = new Map<string, string>();
  const body = convertChildren(root, numbers);
  const notes: Root['children'] = [];
  // A footnote can refer to another one, which then joins the list.
  for (const [identifier, label] of numbers) {
    const note = footnotes.get(identifier);
    if (note) notes.push({ ...convertChildren(note, numbers), identifier: label, label });
  }
  const text = toMarkdown(
    { ...body, children: [...body.children, ...notes] },
    {
      extensions: [gfmToMarkdown(), mathToMarkdown({ singleDollarTextMath: false })],
      unsafe: [{ character: '$', inConstruct: 'phrasing' }],
      handlers: { subscript: writeTags, superscript: writeTags, underline: writeTags },
      bullet: '-',
      rule: '-',
      emphasis: '_',
    },
  );
  return Buffer.from(text);
};

/** Markdown has no other form for what these elements mean. */
const writeTags: Handle = (node: Parent & { type: 'subscript' | 'superscript' | 'underline' }, _, state, info) => {
  const tag = elements[node.type];
  return `<${tag}>${state.containerPhrasing(node as never, info)}</${tag}>`;
};
// Without this option, the library writes each level twice, once for its first character.
Object.assign(writeTags, { peek: () => '<' });

const lineBreak: PhrasingContent = { type: 'html', value: '<br>' };

function convertChildren<P extends Parent>(parent: P, numbers: Map<string, string>): P {
  return { ...parent, children: (parent.children as Nodes[]).map((node) => convert(node, numbers)) };
}

function convert(node: Nodes, numbers: Map<string, string>): Nodes {
  // Markdown has no other form for a line break in a cell.
  if (node.type === 'tableCell') {
    return convertChildren({ ...node, children: node.children.map(toCellNode) }, numbers);
  }
  if (node.type === 'image') return convertImage(node);
  if (node.type === 'footnoteReference') {
    const label = numbers.get(node.identifier) ?? `${numbers.size + 1}`;
    numbers.set(node.identifier, label);
    return { ...node, identifier: label, label };
  }
  // A line end in a formula would turn it into a block that never ends.
  if (node.type === 'inlineMath') {
    const lines = node.value.split('\n').map((line) => line.trim());
    return { ...node, value: lines.join(' ').trim() };
  }
  return 'children' in node ? convertChildren(node, numbers) : node;
}

function toCellNode<N extends Nodes>(node: N): N {
  if (node.type === 'break') return lineBreak as N;
  return 'children' in node ? ({ ...node, children: (node.children as Nodes[]).map(toCellNode) } as N) : node;
}

/** A link to an image on the web, because programs would fetch the image; the description of any other image. */
function convertImage({ url, alt }: Image): PhrasingContent {
  const text: PhrasingContent = { type: 'text', value: alt || url.slice(0, 200) };
  return isSafeLink(url) ? { type: 'link', url, children: [text] } : { ...text, value: `[${text.value}]` };
}
