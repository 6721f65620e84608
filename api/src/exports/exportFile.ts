import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { addressOf } from '#contract/client.ts';
import { Id } from '#contract/endpoint.ts';
import { AvaError } from '#contract/errors.ts';
import {
  documentTypes,
  downloadExport,
  toExportName,
  type DocumentFormat,
  type ExportedFile,
} from '#contract/exports/exports.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { findUploadRoom, putFileBytes } from '#api/policies/uploadRoom.ts';
import type { Blobs } from '#api/storage/blobs/blobs.ts';
import type { ExportedFileRow } from '#api/storage/tables/people/exportedFiles.ts';
import type { ExportDocument, WrittenDocument } from './document.ts';
import { exportTexts } from './exports.texts.ts';
import { listMissingNames } from './imageReferences.ts';
import { loadDocument, type ExportSource } from './loadDocument.ts';
import { writeInChild } from './writing/writeInChild.ts';

/** How long an exported file is kept and can be downloaded. */
const EXPORT_LINK_MS = 600_000;
const SECRET_BYTES = 32;

interface DocumentRequest {
  format: DocumentFormat;
  name: string;
}

/** Makes a file of an answer, a chat or a task, and an address to download it. */
export async function exportSource(
  ctx: AppContext,
  person: Person,
  source: ExportSource,
  { format, name }: DocumentRequest,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { notes, ...document } = await loadDocument(ctx, person, source, name);
  const file = await exportDocument(ctx, person, document, format, signal);
  return { ...file, notes: [...notes, ...file.notes] };
}

/** Makes a file of a document and an address to download it. */
export async function exportDocument(
  ctx: AppContext,
  person: Person,
  document: ExportDocument,
  format: DocumentFormat,
  signal: AbortSignal,
): Promise<ExportedFile> {
  const { bytes, missing, lacksTemplate } = await writeFile(ctx, person, document, format, signal);
  const name = toExportName(document.title, format);
  const file = await storeExport(ctx, person, { name, type: documentTypes[format], bytes });
  const names = listMissingNames(document, missing);
  return {
    ...file,
    notes: [
      ...(names.length > 0 ? [exportTexts.missingImages(names)] : []),
      ...(lacksTemplate ? [exportTexts.lacksTemplate] : []),
    ],
  };
}

/** Writes a file. A Word document has the look of the template that administrators have chosen. */
export async function writeFile(
  ctx: AppContext,
  person: Person,
  document: ExportDocument,
  format: DocumentFormat,
  signal: AbortSignal,
): Promise<WrittenDocument> {
  const options = { owner: `${person.tenantId}/${person.id}`, signal };
  const chosen = format === 'docx' ? ctx.organizations.get(person.tenantId).wordTemplate : null;
  if (!chosen) return writeInChild(document, format, options);
  const template = await readTemplate(ctx, person, chosen.id);
  const written = await writeInChild({ ...document, ...(template === null ? {} : { template }) }, format, options);
  return { ...written, lacksTemplate: template === null || written.lacksTemplate };
}

/** A cleaned Word template in base64; null if it is not stored any more. */
async function readTemplate(
  { store, blobs, log }: AppContext,
  { tenantId }: Person,
  id: string,
): Promise<string | null> {
  const found = await store.presentationTemplates.findWord(tenantId, id);
  try {
    return found ? (await buffer(await blobs.open(found.sha256))).toString('base64') : null;
  } catch (error) {
    log.error({ err: error, template: id }, 'word template could not be read');
    return null;
  }
}

/** Stores a file that was made for a person, for a short time. */
export async function storeExport(
  ctx: AppContext,
  person: Person,
  { name, type, bytes }: { name: string; type: string; bytes: Uint8Array },
): Promise<Omit<ExportedFile, 'notes'>> {
  const { store, clock } = ctx;
  // The bytes are kept for up to a day, longer than the file can be downloaded.
  const room = await findUploadRoom(ctx, person, bytes.length, false);
  const { sha256, size } = await putFileBytes(ctx, person, Readable.from([bytes]), room);
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const row: ExportedFileRow = {
    id: crypto.randomUUID(),
    owner: { tenantId: person.tenantId, id: person.id },
    name,
    type,
    size,
    sha256,
    ticketHash: hash(secret),
    expiresAt: new Date(clock.now().getTime() + EXPORT_LINK_MS),
  };
  await store.exportedFiles.insert(row);
  const url = addressOf(downloadExport, { ticket: `${row.id}.${secret}` });
  return { export_id: row.id, file_name: name, size, url, expires_at: row.expiresAt.toISOString() };
}

/**
 * Finds a file by the ticket in its address. A browser opens the address without a token; with one, it must be the owner's.
 * @throws AvaError `link_expired` for any other address
 */
export async function openDownload(
  { store, blobs, clock }: AppContext,
  ticket: string,
  person: Person | null,
): Promise<{ type: string; name: string; body: { blobs: Blobs; sha256: string } }> {
  const [id = '', secret = ''] = ticket.split('.');
  const file = Id.safeParse(id).success ? await store.exportedFiles.find(id, clock.now()) : undefined;
  const isOwner = (owner: ExportedFileRow['owner']) =>
    person === null || (owner.tenantId === person.tenantId && owner.id === person.id);
  if (!file || !isSame(file.ticketHash, hash(secret)) || !isOwner(file.owner)) throw new AvaError('link_expired');
  return { type: file.type, name: file.name, body: { blobs, sha256: file.sha256 } };
}

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');
const isSame = (a: string, b: string) => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'));
