import type { ParsedDocument } from '#api/exports/document.ts';
import type { WrittenEmail } from './parseEmail.ts';
import { renderEmail } from './renderEmail.ts';

export async function writeEmail(document: ParsedDocument): Promise<Uint8Array> {
  const { images, ...email } = await renderEmail(document);
  const encoded = images.map(({ bytes, ...image }) => ({ ...image, base64: Buffer.from(bytes).toString('base64') }));
  return Buffer.from(JSON.stringify({ ...email, images: encoded } satisfies WrittenEmail));
}
