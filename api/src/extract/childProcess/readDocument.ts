import { readFile, stat } from 'node:fs/promises';
import { familyOf, readerOf, type FileReader, type FileType } from '#contract/files/fileTypes.ts';
import type { Extraction, TextPart } from '#contract/files/locations.ts';
import { describeUnread, UnreadCounts, type UnreadKind } from '#contract/files/unread.ts';
import { extractionErrors, toExtractionError, ExtractionError } from '#api/extract/errors.ts';
import type { Summary } from '#api/extract/formats/format.ts';
import { formats } from '#api/extract/formats/formats.ts';
import type { Limits } from '#api/extract/limits.ts';
import { detectFileType, type ClaimedFile } from '#api/extract/formats/detectFileType.ts';
import { getOwnCpuMs } from '#platform/childProcess/childUsage.ts';

interface ReadCallbacks {
  /** Throws if the parts exceed the output limit. */
  onPart: (part: TextPart) => void;
  onProgress: (done: number, total: number | null) => void;
}

/**
 * Reads one file in this process and passes on its parts one at a time.
 * @throws ExtractionError
 */
export async function readDocument(
  file: ClaimedFile & { path: string },
  limits: Limits,
  callbacks: ReadCallbacks,
): Promise<Omit<Extraction, 'parts'>> {
  try {
    const { size } = await stat(file.path);
    if (size > limits.fileBytes) throw new ExtractionError('too_big_inside', { cause: `${size} bytes` });
    const bytes = await readFile(file.path);
    const type = await detectFileType(bytes, file, limits);
    return { type, usedOcr: false, ...(await readParts(bytes, type, limits, callbacks)) };
  } catch (error) {
    throw toExtractionError(error);
  }
}

async function readParts(
  bytes: Buffer,
  type: FileType,
  limits: Limits,
  callbacks: ReadCallbacks,
): Promise<Summary & Pick<Extraction, 'unread' | 'warning'>> {
  const reader = readerOf(type);
  if (reader === null) throw new ExtractionError('unsupported', { reason: getUnsupportedReason(type) });
  const read = await formats[reader]();
  // The files within the file share its time for OCR.
  const ocrEnd = getOwnCpuMs() + limits.ocrMs;
  const unread = new UnreadCounts();
  const readInner = (inner: Buffer, name: string) =>
    readInnerFile(inner, name, { ...limits, ocrMs: ocrEnd - getOwnCpuMs() }, unread);
  const parts = read(bytes, { type, limits, unread, onProgress: callbacks.onProgress, readInner });
  for (let count = 0; ; count += 1) {
    const next = await parts.next();
    if (next.done) {
      const contents = unread.list();
      const warning = describeUnread(contents);
      if (count === 0) throw createNoTextError(warning);
      return { ...next.value, ...(warning !== undefined && { unread: contents, warning }) };
    }
    if (count >= limits.parts) throw new ExtractionError('too_big_inside', { cause: `more than ${count} parts` });
    callbacks.onPart(next.value);
  }
}

const createNoTextError = (warning = '') =>
  new ExtractionError('no_text', { reason: [extractionErrors.no_text, warning].filter(Boolean).join(' ') });

/** Readers for the attachments of mails. Pictures are excluded because most are logos. */
const innerReaders: ReadonlySet<FileReader> = new Set<FileReader>([
  'pdf',
  'docx',
  'pptx',
  'spreadsheet',
  'opendocument',
  'csv',
  'rtf',
  'html',
  'text',
]);

const unreadReaders: Partial<Record<FileReader, UnreadKind>> = { image: 'picture', mail: 'message' };

async function readInnerFile(bytes: Buffer, name: string, limits: Limits, unread: UnreadCounts): Promise<TextPart[]> {
  const own = new UnreadCounts();
  const parts: TextPart[] = [];
  try {
    const type = await detectFileType(bytes, { name }, limits);
    const reader = readerOf(type);
    if (reader === null || !innerReaders.has(reader)) {
      unread.add((reader && unreadReaders[reader]) ?? 'attachment');
      return [];
    }
    const read = await formats[reader]();
    const context = { type, limits, unread: own, onProgress: () => undefined };
    for await (const part of read(bytes, context)) parts.push(part);
    unread.addAll(own.list());
    return parts;
  } catch (error) {
    // An unreadable file within it does not keep the outer file from being read.
    const { code } = toExtractionError(error);
    if (code !== 'no_text') unread.add(code === 'locked' ? 'encryptedAttachment' : 'attachment');
    return [];
  }
}

function getUnsupportedReason(type: FileType): string {
  if (type === 'Unknown') return 'The type of this file is not known.';
  if (familyOf(type) === 'archive') return `This file is an archive (${type}). Please add the files in it instead.`;
  if (familyOf(type) === 'executable') return `This file is a program (${type}), which is never opened.`;
  const hasOffice = ['document', 'spreadsheet', 'slides'].includes(familyOf(type));
  return `Files of type ${type} cannot be read.${hasOffice ? ' Save it as DOCX, XLSX, PPTX or PDF, and add that file.' : ''}`;
}
