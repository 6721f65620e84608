import { harden } from 'rehype-harden';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import remarkMath from 'remark-math';
import type { Options } from 'react-markdown';
import { rehypeTaskLabels } from '../../../ui/markdown/rehypeTaskLabels.ts';
import { remarkFormulas } from './math/remarkFormulas.ts';
import { rehypeReadable } from './rehypeReadable.ts';
import { remarkCitations } from './remarkCitations.ts';
import { remarkNoImages } from './remarkNoImages.ts';

/** Allowed class names: the language of code, and whether a formula is inline or a block. */
const CODE_CLASSES = [/^language-./, 'math-inline', 'math-display'];

/**
 * Sanitizing for answers in the chat; other Markdown (help, kept answers) is drawn by `ui/Markdown.tsx`.
 * Allowed elements: GitHub's list without elements that load images, plus AVA's citation mark.
 */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source'].includes(name)), 'cite'],
  attributes: { ...defaultSchema.attributes, cite: ['dataNumber'], code: [['className', ...CODE_CLASSES]] },
  protocols: { href: ['http', 'https', 'mailto'] },
  // Only footnotes have ids; they already have the answer's prefix.
  clobberPrefix: '',
};

/**
 * The plugins for an answer's Markdown. Sanitizing comes after all plugins that read the answer. The labels of tasks
 * come after it, because it would remove them; they are plain text.
 */
export function createMarkdownPipeline(numbers: ReadonlySet<number>, idPrefix: string): Options {
  return {
    // A single dollar sign does not start a formula: "$5 and $10" is money.
    remarkPlugins: [
      remarkGfm,
      [remarkMath, { singleDollarTextMath: false }],
      remarkFormulas,
      remarkNoImages,
      [remarkCitations, numbers],
    ],
    rehypePlugins: [
      rehypeReadable,
      [harden, { allowedLinkPrefixes: ['*'] }],
      [rehypeSanitize, schema],
      rehypeTaskLabels,
    ],
    remarkRehypeOptions: { clobberPrefix: idPrefix },
  };
}
