import { harden } from 'rehype-harden';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { Options } from 'react-markdown';
import { rehypeReadable } from './rehypeReadable.ts';
import { remarkCitations } from './remarkCitations.ts';
import { remarkNoImages } from './remarkNoImages.ts';

/** Allowed elements: GitHub's list without elements that load images, plus AVA's citation mark. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source'].includes(name)), 'cite'],
  attributes: { ...defaultSchema.attributes, cite: ['dataNumber'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  // Only footnotes have ids; they already have the answer's prefix.
  clobberPrefix: '',
};

/** The plugins for an answer's Markdown. Sanitizing is last, so it also covers the output of the other plugins. */
export function createMarkdownPipeline(numbers: ReadonlySet<number>, idPrefix: string): Options {
  return {
    remarkPlugins: [remarkGfm, remarkNoImages, [remarkCitations, numbers]],
    rehypePlugins: [rehypeReadable, [harden, { allowedLinkPrefixes: ['*'] }], [rehypeSanitize, schema]],
    remarkRehypeOptions: { clobberPrefix: idPrefix },
  };
}
