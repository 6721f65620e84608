import { fileTypeOf, isPlainText, type FileType } from '../../../contract/fileTypes.ts';
import { openArchive } from './office/archive.ts';
import { ExtractionError } from '../errors.ts';
import type { Limits } from '../limits.ts';
import { detectEncoding } from './plainText.ts';

/** What a file says of itself. */
export interface ClaimedFile {
  name: string;
  /** The mime type it came with. */
  claimedType?: string | undefined;
}

const PDF_HEADER = Buffer.from('%PDF-');
/** A zip archive with entries, and one without. */
const ZIP_HEADERS = ['PK\x03\x04', 'PK\x05\x06'];
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
/** The stream that holds a locked Office document, named in UTF-16 in the directory of its container. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
const compoundTypes: ReadonlySet<FileType> = new Set(['DOC', 'XLS', 'PPT', 'EMAIL', 'MSI']);

/** Main parts of Office documents by their content type; macros, templates and slide shows have names of their own. */
const officeTypes: [pattern: RegExp, type: FileType][] = [
  [
    /wordprocessingml\.(document|template)\.main\+xml|ms-word\.\w+\.macroEnabledTemplate|ms-word\.document\.macroEnabled/,
    'DOCX',
  ],
  [/presentationml\.(presentation|template|slideshow)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled/, 'PPTX'],
  [/spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.\w+\.macroEnabled/, 'XLSX'],
];

/**
 * Decides on content what a file is; name and mime type only tell one kind of text from another.
 * @throws ExtractionError `no_text` (empty), `locked`, `broken` (text that calls itself a document or a picture)
 */
export async function detectFileType(bytes: Buffer, claim: ClaimedFile, limits: Limits): Promise<FileType> {
  if (bytes.length === 0) throw new ExtractionError('no_text', { reason: 'The file is empty.' });
  const claimed = fileTypeOf(claim.claimedType ?? '', claim.name);
  if (isPdf(bytes, claimed)) return 'PDF';
  if (bytes.subarray(0, 8).equals(COMPOUND)) return compoundType(bytes, claimed);
  if (ZIP_HEADERS.includes(bytes.toString('latin1', 0, 4))) return archiveType(bytes, limits);
  // Before the library, whose two-byte signatures take "BMW sold …" for a bitmap.
  if (detectEncoding(bytes) !== null) return textType(bytes, claim);
  // Loaded only for files that nothing above knows; most never need it.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(bytes);
  return found ? fileTypeOf(found.mime, `file.${found.ext}`) : 'Unknown';
}

/** A header may stand up to a kilobyte inside (ISO 32000-1, annex H.3.4.1), but text may speak of one there. */
function isPdf(bytes: Buffer, claimed: FileType): boolean {
  const at = bytes.subarray(0, 1_024 + PDF_HEADER.length).indexOf(PDF_HEADER);
  return at === 0 || (at > 0 && claimed === 'PDF');
}

function compoundType(bytes: Buffer, claimed: FileType): FileType {
  if (bytes.includes(ENCRYPTED_PACKAGE)) throw new ExtractionError('locked');
  return compoundTypes.has(claimed) ? claimed : 'Unknown';
}

function archiveType(bytes: Buffer, limits: Limits): FileType {
  const archive = openArchive(bytes, limits);
  const contentTypes = archive.read('[Content_Types].xml')?.toString('utf8') ?? '';
  return officeTypes.find(([pattern]) => pattern.test(contentTypes))?.[1] ?? 'ZIP';
}

function textType(bytes: Buffer, { name, claimedType }: ClaimedFile): FileType {
  if (bytes.subarray(0, 5).toString('latin1') === '{\\rtf') return 'RTF';
  const claims = [fileTypeOf(claimedType ?? '', name), fileTypeOf('', name)];
  const plain = claims.find((type) => isPlainText(type) || type === 'EMAIL');
  if (plain) return plain;
  const other = claims.find((type) => type !== 'Unknown');
  if (other) throw new ExtractionError('broken', { reason: `The file is called ${other} but is not one.` });
  return 'TXT';
}
