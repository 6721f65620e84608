import { readFile, stat } from 'node:fs/promises';
import { familyOf, readerOf, type FileReader, type FileType } from '#contract/files/fileTypes.ts';
import type { Extraction, TextPart } from '#contract/files/locations.ts';
import { toExtractionError, ExtractionError } from '#api/extract/errors.ts';
import type { Summary } from '#api/extract/formats/format.ts';
import { formats } from '#api/extract/formats/formats.ts';
import type { Limits } from '#api/extract/limits.ts';
import { detectFileType, type ClaimedFile } from '#api/extract/formats/detectFileType.ts';

interface ReadCallbacks {
  /** Throws above the output limit. */
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

async function readParts(bytes: Buffer, type: FileType, limits: Limits, callbacks: ReadCallbacks): Promise<Summary> {
  const reader = readerOf(type);
  if (reader === null) throw new ExtractionError('unsupported', { reason: getUnsupportedReason(type) });
  const read = await formats[reader]();
  // The files within the file share its time for OCR.
  const ocrEnd = performance.now() + limits.ocrMs;
  const readInner = (inner: Buffer, name: string) =>
    readInnerFile(inner, name, { ...limits, ocrMs: ocrEnd - performance.now() });
  const parts = read(bytes, { type, limits, onProgress: callbacks.onProgress, readInner });
  for (let count = 0; ; count += 1) {
    const next = await parts.next();
    if (next.done) {
      if (count === 0) throw new ExtractionError('no_text');
      return next.value;
    }
    if (count >= limits.parts) throw new ExtractionError('too_big_inside', { cause: `more than ${count} parts` });
    callbacks.onPart(next.value);
  }
}

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

async function readInnerFile(bytes: Buffer, name: string, limits: Limits): Promise<TextPart[] | null> {
  try {
    const type = await detectFileType(bytes, { name }, limits);
    const reader = readerOf(type);
    if (reader === null || !innerReaders.has(reader)) return null;
    const read = await formats[reader]();
    const parts: TextPart[] = [];
    for await (const part of read(bytes, { type, limits, onProgress: () => undefined })) parts.push(part);
    return parts;
  } catch {
    // The message itself is read, and names the attachment.
    return null;
  }
}

function getUnsupportedReason(type: FileType): string {
  if (type === 'Unknown') return 'The type of this file is not known.';
  if (familyOf(type) === 'archive') return `This file is an archive (${type}). Please add the files in it instead.`;
  if (familyOf(type) === 'executable') return `This file is a program (${type}), which is never opened.`;
  const hasOffice = ['document', 'spreadsheet', 'slides'].includes(familyOf(type));
  return `Files of type ${type} cannot be read.${hasOffice ? ' Save it as DOCX, XLSX, PPTX or PDF, and add that file.' : ''}`;
}
