import type { Nodes } from 'mdast';
import { parseImageHeader } from '#platform/imageHeader.ts';
import type { ExportImage, ExportImages } from '#api/exports/document.ts';
import { isAttachmentAddress } from '#api/exports/imageReferences.ts';

const DATA_ADDRESS = /^data:image\/(?:png|jpe?g|gif);base64,/i;

/** Pixels. A larger picture would cost memory without looking better on a page. */
const MAX_PIXELS = 40_000_000;

/** Finds the bytes of all images below these nodes, by their address. Nothing is fetched. */
export function readImages(nodes: readonly Nodes[], named: ExportImages): Map<string, ExportImage> {
  const images = new Map<string, ExportImage>();
  for (const address of listAddresses(nodes)) {
    const image = findImage(address, named);
    if (image) images.set(address, image);
  }
  return images;
}

/** Addresses of attached images below these nodes that are not among those of the document. */
export function listMissing(nodes: readonly Nodes[], named: ExportImages): string[] {
  return listAddresses(nodes).filter((address) => isAttachmentAddress(address) && !Object.hasOwn(named, address));
}

function listAddresses(nodes: readonly Nodes[]): string[] {
  const addresses = new Set<string>();
  const visit = (node: Nodes) => {
    if (node.type === 'image') addresses.add(node.url);
    if ('children' in node) node.children.forEach(visit);
  };
  nodes.forEach(visit);
  return [...addresses];
}

/** The image at an address: the data of a data address, or an image that the document contains. Nothing is fetched. */
export function findImage(address: string, named: ExportImages): ExportImage | null {
  if (DATA_ADDRESS.test(address)) return readImage(address.slice(address.indexOf(',') + 1));
  const name = [address, address.replace(/^cid:/i, ''), decode(address)].find((key) => Object.hasOwn(named, key));
  return name === undefined ? null : readImage((named[name] ?? '').replace(/^data:[^,]{0,100},/, ''));
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

const types = { PNG: 'png', JPG: 'jpg', GIF: 'gif' } as const;

/** Reads type and size of a PNG, JPEG or GIF image; null for anything else. */
function readImage(base64: string): ExportImage | null {
  const bytes = Buffer.from(base64, 'base64');
  const header = parseImageHeader(bytes);
  if (!header || !(header.type in types)) return null;
  const { width, height } = header;
  if (width < 1 || height < 1 || width * height > MAX_PIXELS) return null;
  return { bytes, type: types[header.type as keyof typeof types], width, height };
}
