import type { Root } from 'mdast';
import { fromHtml } from 'hast-util-from-html';
import { toMdast } from 'hast-util-to-mdast';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { limitDepth } from './limitDepth.ts';
import { parsePlainText } from './parseMarkdown.ts';

/** Images are found by their name among those of the document; other addresses are never fetched. */
const protocols = { ...defaultSchema.protocols, src: ['http', 'https', 'cid', 'data'] };
const sanitize = rehypeSanitize({ ...defaultSchema, protocols });

/** Parses HTML to the same tree as Markdown: no script, no style, no embedded content. */
export function parseHtml(html: string): Root {
  try {
    const tree = toMdast(sanitize(fromHtml(html, { fragment: true })));
    const root: Root = tree.type === 'root' ? (tree as Root) : { type: 'root', children: [tree as never] };
    limitDepth(root);
    return root;
  } catch (error) {
    if (error instanceof RangeError) return parsePlainText(html);
    throw error;
  }
}
