import type { Image, Nodes } from 'mdast';
import { buffer } from 'node:stream/consumers';
import { isImage } from '../../contract/files/fileTypes.ts';
import type { MessageFile } from '../../contract/files/files.ts';
import { MAX_EXPORT_IMAGES } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import type { Person } from '../identity/person.ts';
import { can } from '../policies/policies.ts';
import type { ExportImages } from './document.ts';
import { parseMarkdown } from './markdown/parseMarkdown.ts';

/** Texts for exports refer to an image that is attached to a chat as `![Chart](attachment:ID)`. */
const SCHEME = 'attachment:';
const REFERENCE = /\battachment:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;
/** Bytes of all images of an export. */
const MAX_BYTES = 30_000_000;

type Attachment = Pick<MessageFile, 'scrapedFileId' | 'fileName'>;

export const listImages = (files: readonly MessageFile[]): MessageFile[] =>
  files.filter(({ fileType }) => isImage(fileType));

export const toAddress = (fileId: string) => `${SCHEME}${fileId}`;

/** Markdown of attached images, one per line. */
export function toImageMarkdown(attachments: readonly Attachment[]): string {
  return attachments
    .map((file) => `![${file.fileName.replace(/[\\[\]!`*_<&]/g, '\\$&')}](${toAddress(file.scrapedFileId)})`)
    .join('\n\n');
}

/** Lets images whose address is the name of an attached one refer to that. Models name them so. */
export function referToAttachments(markdown: string, attachments: readonly Attachment[]): string {
  if (attachments.length === 0 || !markdown.includes('![')) return markdown;
  const byName = new Map(attachments.map((file) => [file.fileName.toLowerCase(), file]));
  const images: Image[] = [];
  const collect = (node: Nodes) => {
    if (node.type === 'image') images.push(node);
    if ('children' in node) node.children.forEach(collect);
  };
  collect(parseMarkdown(markdown));
  let text = markdown;
  for (const { url, alt, position } of images.toReversed()) {
    const file = byName.get(decode(url).toLowerCase());
    const [start, end] = [position?.start.offset, position?.end.offset];
    if (!file || start === undefined || end === undefined) continue;
    text = text.slice(0, start) + toImageMarkdown([{ ...file, fileName: alt || file.fileName }]) + text.slice(end);
  }
  return text;
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/**
 * Loads the attached images that texts refer to, as the person can read them now. One that they can't read, that is deleted
 * or that is too large is not in the result; a file shows its name.
 */
export async function loadAttachments(
  { store, blobs, log }: Pick<AppContext, 'store' | 'blobs' | 'log'>,
  person: Person,
  texts: readonly string[],
): Promise<ExportImages> {
  const ids = new Set(texts.flatMap((text) => [...text.matchAll(REFERENCE)].map(([, id = '']) => id.toLowerCase())));
  const images: Record<string, string> = {};
  let bytes = 0;
  for (const file of await store.files.listOwned(person, [...ids].slice(0, MAX_EXPORT_IMAGES))) {
    if (!can(person, 'read', 'file', file) || bytes + file.size > MAX_BYTES) continue;
    bytes += file.size;
    try {
      images[toAddress(file.id)] = (await buffer(await blobs.open(file.sha256))).toString('base64');
    } catch (error) {
      log.warn({ error, fileId: file.id }, 'failed to read an attached image');
    }
  }
  return images;
}
