import { harden } from 'rehype-harden';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import type { Options } from 'react-markdown';
import { rehypeTaskLabels } from '#tab/ui/markdown/rehypeTaskLabels.ts';
import { remarkDialect } from '#tab/ui/markdown/remarkDialect.ts';
import { remarkCitations } from './remarkCitations.ts';
import { remarkNoImages } from './remarkNoImages.ts';
import { replaceNodes, type TreeNode } from './markdownTree.ts';

const DISPLAY = ['language-math', 'math-display'];

/** Elements whose direction follows their text; list items inherit the list's, so that all markers are on one side. */
const directed = ['p', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'td', 'th'];

/** Headings of an answer start at level 3, below the headings of the page. */
const lowered: Record<string, string> = { h1: 'h3', h2: 'h4', h3: 'h5', h4: 'h6', h5: 'h6' };

/** Allowed class names: the language of code, and whether a formula is inline or a block. */
const CODE_CLASSES = [/^language-./, 'math-inline', 'math-display'];

/**
 * Sanitizing for answers in the chat; other Markdown (help, kept answers) is drawn by `ui/Markdown.tsx`.
 * Allowed elements: GitHub's list without elements that load images, plus AVA's citation mark and underlined text.
 */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [
    ...(defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source'].includes(name)),
    'cite',
    'u',
  ],
  attributes: { ...defaultSchema.attributes, cite: ['dataNumber'], code: [['className', ...CODE_CLASSES]] },
  protocols: { href: ['http', 'https', 'mailto'] },
  // No prefix is added to ids: only footnotes have ids, and these already begin with the answer's prefix.
  clobberPrefix: '',
};

/**
 * The plugins for an answer's Markdown. Sanitizing comes after all plugins that read the answer. The plugin that names
 * the checkboxes of tasks comes after it, because sanitizing would remove these names, which are plain text.
 */
export function createMarkdownPipeline(numbers: ReadonlySet<number>, idPrefix: string): Options {
  return {
    remarkPlugins: [remarkDialect, remarkFormulas, remarkNoImages, [remarkCitations, numbers]],
    rehypePlugins: [
      rehypeReadable,
      [harden, { allowedLinkPrefixes: ['*'] }],
      [rehypeSanitize, schema],
      rehypeTaskLabels,
    ],
    remarkRehypeOptions: { clobberPrefix: idPrefix },
  };
}

/** Sets text direction and lowers the heading levels. */
function rehypeReadable(): (tree: TreeNode) => void {
  return (tree) => {
    replaceNodes(tree, (node) => {
      if (node.type !== 'element' || node.tagName === undefined) return undefined;
      node.tagName = lowered[node.tagName] ?? node.tagName;
      if (directed.includes(node.tagName)) node.properties = { ...node.properties, dir: 'auto' };
      return undefined;
    });
  };
}

/** Decides which formulas have their own line: `\[…\]`, and `$$…$$` that is a paragraph. */
function remarkFormulas() {
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
