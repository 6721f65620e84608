import type { AttachedImage, ExportDocument } from './document.ts';

/** Texts for exports refer to an image that is attached to a chat as `![Chart](attachment:ID)`. */
const SCHEME = 'attachment:';
const REFERENCE = /\battachment:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\b/gi;
/** The address of a link or an image, in angle brackets or with one level of parentheses. */
const DESTINATION = /\]\(\s{0,9}(?:<([^<>\r\n]{1,1000})>|((?:[^\s()<>]|\([^\s()<>]{0,300}\)){1,1000}))/g;

export const toAddress = (fileId: string) => `${SCHEME}${fileId}`;

export const isAttachmentAddress = (address: string) => address.startsWith(SCHEME);

/** Markdown of attached images, one per line. */
export function toImageMarkdown(attachments: readonly AttachedImage[]): string {
  return attachments
    .map((file) => `![${file.fileName.replace(/[\\[\]!`*_<&]/g, '\\$&')}](${toAddress(file.scrapedFileId)})`)
    .join('\n\n');
}

/** Finds an attached image by an address that is its name. Models refer to images by their names. */
export function createNameLookup(
  attachments: readonly AttachedImage[],
): (address: string) => AttachedImage | undefined {
  const byName = new Map(attachments.map((file) => [file.fileName.toLowerCase(), file]));
  return (address) => byName.get(decode(address).toLowerCase());
}

/**
 * The ids of attached images that texts refer to by id or by name. This process does not parse Markdown, so the texts
 * are only searched: an image that is the target of a link is found as well.
 */
export function findReferences(texts: readonly string[], attachments: readonly AttachedImage[] = []): string[] {
  const ids = new Set<string>();
  const findByName = createNameLookup(attachments);
  for (const text of texts) {
    for (const [, id = ''] of text.matchAll(REFERENCE)) ids.add(id.toLowerCase());
    if (attachments.length === 0 || !text.includes('![')) continue;
    for (const [, bracketed, plain = ''] of text.matchAll(DESTINATION)) {
      const file = findByName(unescapeAddress(bracketed ?? plain));
      if (file) ids.add(file.scrapedFileId.toLowerCase());
    }
  }
  return [...ids];
}

/** Names of the attached images of a document at these addresses, which AVA can't open; the text shows their description. */
export function listMissingNames({ attachments = [] }: ExportDocument, addresses: readonly string[]): string[] {
  const missing = new Set(addresses);
  return attachments.flatMap((file) => (missing.has(toAddress(file.scrapedFileId)) ? [file.fileName] : []));
}

/** Removes backslashes as Markdown does, and the entity of an ampersand, which names can contain. */
function unescapeAddress(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
