import { harden } from 'rehype-harden';
import rehypeSanitize, { defaultSchema, type Options as Schema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import type { Options } from 'react-markdown';
import { rehypeReadable } from './rehypeReadable.ts';
import { remarkCitations } from './remarkCitations.ts';
import { remarkNoImages } from './remarkNoImages.ts';

/** What may stand in an answer: GitHub's list without anything that loads, and AVA's own citation mark. */
const schema: Schema = {
  ...defaultSchema,
  tagNames: [...(defaultSchema.tagNames ?? []).filter((name) => !['img', 'picture', 'source'].includes(name)), 'cite'],
  attributes: { ...defaultSchema.attributes, cite: ['dataNumber'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  // Ids come from footnotes only and carry the prefix of their answer.
  clobberPrefix: '',
};

/** How an answer's Markdown becomes elements. Sanitising comes last, whatever the steps before it made. */
export function pipelineFor(numbers: ReadonlySet<number>, idPrefix: string): Options {
  return {
    remarkPlugins: [remarkGfm, remarkNoImages, [remarkCitations, numbers]],
    rehypePlugins: [rehypeReadable, [harden, { allowedLinkPrefixes: ['*'] }], [rehypeSanitize, schema]],
    remarkRehypeOptions: { clobberPrefix: idPrefix },
  };
}
