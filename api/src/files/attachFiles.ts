import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AvaError } from '#contract/errors.ts';
import { isImage } from '#contract/files/fileTypes.ts';
import type { FileContextItem, MessageFile } from '#contract/files/files.ts';
import {
  FILE_CONTEXT_MAX_BYTES,
  FILE_CONTEXT_WARN_BYTES,
  IMAGE_BASE_TOKENS,
  IMAGE_TILE_TOKENS,
} from '#contract/limits.ts';
import type { Person } from '#api/identity/person.ts';
import { countTokens } from '#api/tokens/countTokens.ts';
import { authorize } from '#api/policies/policies.ts';
import { findUploadRoom, putFileBytes } from '#api/policies/uploadRoom.ts';
import type { AppContext } from '#api/context.ts';

/** Tokens of the smallest image. Used if the client sends fewer or none. */
const MIN_IMAGE_TOKENS = IMAGE_BASE_TOKENS + IMAGE_TILE_TOKENS;

/**
 * Returns the files of a message as they are stored with it. Extracted files are referred to by id; images, and text that
 * came with the message, are stored now. The type comes from the stored row, not from the message. Throws
 * `file_context_too_large` at 1 MB of content that came with the message, `not_found` for another person's file,
 * `unreadable_file` for a file without text, `uploads_off` for new content if the organization allows no files. An extracted
 * file has no such limit, because a long one is looked up.
 */
export async function attachFiles(
  ctx: AppContext,
  person: Person,
  items: readonly FileContextItem[],
): Promise<MessageFile[]> {
  for (const item of items) await storeContent(ctx, person, item);
  const ids = items.map((item) => item.scrapedFileId);
  const ownFiles = new Map((await ctx.store.files.listOwned(person, ids)).map((file) => [file.id, file]));
  const texts = await ctx.store.files.findTexts(ids);
  let bytes = 0;
  const files = items.map(({ fileContent = '', ...item }): MessageFile => {
    const file = authorize(person, 'attach', 'file', ownFiles.get(item.scrapedFileId));
    bytes += Buffer.byteLength(fileContent) || (isImage(file.type) ? file.size : 0);
    if (isImage(file.type))
      return { ...item, fileType: file.type, tokens: Math.max(item.imageTokenCount ?? 0, MIN_IMAGE_TOKENS) };
    const text = texts.get(file.id);
    if (!text) throw new AvaError('unreadable_file', { detail: `The text of ${item.fileName} could not be read.` });
    const { warning } = text.extraction;
    return { ...item, fileType: file.type, tokens: text.tokens, ...(warning && { warning }) };
  });
  if (bytes >= FILE_CONTEXT_MAX_BYTES) throw new AvaError('file_context_too_large');
  if (bytes >= FILE_CONTEXT_WARN_BYTES) ctx.log.warn({ bytes }, 'file context close to limit');
  return files;
}

/** Stores the content that came inside the message, under the id that the client chose. */
async function storeContent(ctx: AppContext, person: Person, item: FileContextItem): Promise<void> {
  const { store, clock } = ctx;
  if (item.fileContent === undefined || (await store.files.find(item.scrapedFileId))) return;
  if (!ctx.organizations.get(person.tenantId).features.uploadBlob) throw new AvaError('uploads_off');
  const bytes = isImage(item.fileType) ? decodeImage(item.fileContent) : Buffer.from(item.fileContent, 'utf8');
  if (bytes.length >= FILE_CONTEXT_MAX_BYTES) throw new AvaError('file_context_too_large');
  const room = await findUploadRoom(ctx, person, bytes.length);
  const { sha256, size } = await putFileBytes(ctx, person, Readable.from([bytes]), room);
  const owner = { tenantId: person.tenantId, id: person.id };
  const type = isImage(item.fileType) ? detectImageType(bytes) : item.fileType;
  const row = { id: item.scrapedFileId, owner, name: item.fileName, type, size, sha256 };
  if (!(await store.files.insert(row, clock.now()))) throw new AvaError('files_full');
  if (isImage(item.fileType)) return;
  // Checks the owner again, because another person can have inserted the same id since the first look-up.
  const [file] = await store.files.listOwned(person, [item.scrapedFileId]);
  const { id } = authorize(person, 'attach', 'file', file);
  const parts = [{ location: { kind: 'whole' as const }, text: item.fileContent }];
  const tokens = await countTokens(item.fileContent);
  await store.files.saveText(id, type, { type: 'TXT', parts, pages: null, usedOcr: false }, tokens);
}

function decodeImage(content: string): Buffer {
  return Buffer.from(content.replace(/^data:[^,]*,/, ''), 'base64');
}

/** Detects the type by the first bytes, whatever the client sent. */
function detectImageType(bytes: Buffer): 'PNG' | 'JPG' | 'GIF' {
  if (bytes.subarray(0, 4).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47]))) return 'PNG';
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'JPG';
  if (bytes.subarray(0, 4).toString('latin1') === 'GIF8') return 'GIF';
  throw new AvaError('unreadable_file', { detail: 'An attached image could not be read.' });
}

/** Hash of a message's content, which reveals that an id was reused for another message. */
export function computeFingerprint(text: string, files: readonly MessageFile[]): string {
  const hash = createHash('sha256').update(text);
  for (const file of files) hash.update('\u0000').update(file.scrapedFileId);
  return hash.digest('hex');
}
