import type { Image, Nodes } from 'mdast';
import { limitNesting } from '#contract/markdown/nesting.ts';
import type { AttachedImage } from '#api/exports/document.ts';
import { createNameLookup, toImageMarkdown } from '#api/exports/imageReferences.ts';
import { parseMarkdown } from './parseMarkdown.ts';

/** If the address of an image is the name of an attached image, replaces it by the address of the attached one. */
export function referToAttachments(markdown: string, attachments: readonly AttachedImage[] = []): string {
  if (attachments.length === 0 || !markdown.includes('![')) return markdown;
  const findByName = createNameLookup(attachments);
  const source = limitNesting(markdown);
  let [text, rest] = ['', 0];
  for (const { url, alt, position } of listImages(parseMarkdown(source))) {
    const file = findByName(url);
    const [start, end] = [position?.start.offset, position?.end.offset];
    if (!file || start === undefined || end === undefined) continue;
    text += source.slice(rest, start) + toImageMarkdown([{ ...file, fileName: alt || file.fileName }]);
    rest = end;
  }
  return text + source.slice(rest);
}

/** Lists the images of a document in the order of the text. */
function listImages(root: Nodes): Image[] {
  const images: Image[] = [];
  const collect = (node: Nodes) => {
    if (node.type === 'image') images.push(node);
    if ('children' in node) node.children.forEach(collect);
  };
  collect(root);
  return images;
}
