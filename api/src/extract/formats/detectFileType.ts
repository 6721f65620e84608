import iconv from 'iconv-lite';
import { fileTypeOf, isPlainText, readerOf, type FileType } from '#contract/files/fileTypes.ts';
import { isCompound, isZip, openArchive } from './office/archive.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { Limits } from '#api/extract/limits.ts';
import { detectEncoding } from './plainText.ts';

/** Name and type from the client. */
export interface ClaimedFile {
  name: string;
  /** The mime type from the client. */
  claimedType?: string | undefined;
}

/** Number of bytes that show what kind of table a text is. */
const SAMPLE_BYTES = 4_096;
const PDF_HEADER = Buffer.from('%PDF-');
/** Name of the stream that contains an encrypted Office document, in UTF-16. */
const ENCRYPTED_PACKAGE = Buffer.from('EncryptedPackage', 'utf16le');
const compoundTypes: ReadonlySet<FileType> = new Set(['DOC', 'XLS', 'PPT', 'EMAIL', 'MSI']);
/**
 * Names of streams that only files of one type contain. A message comes first, because it can contain files of the
 * other types.
 */
const compoundStreams: [name: string, type: FileType][] = [
  ['__properties_version1.0', 'EMAIL'],
  ['Workbook', 'XLS'],
  ['WordDocument', 'DOC'],
  ['PowerPoint Document', 'PPT'],
];

/** Content types of the main part of Office documents, including macros, templates and slide shows. */
const officeTypes: [pattern: RegExp, type: FileType][] = [
  [
    /wordprocessingml\.(document|template)\.main\+xml|ms-word\.\w+\.macroEnabledTemplate|ms-word\.document\.macroEnabled/,
    'DOCX',
  ],
  [/presentationml\.(presentation|template|slideshow)\.main\+xml|ms-powerpoint\.\w+\.macroEnabled/, 'PPTX'],
  [/spreadsheetml\.(sheet|template)\.main\+xml|ms-excel\.\w+\.macroEnabled|ms-excel\.sheet\.binary/, 'XLSX'],
];

/** What the entry `mimetype` of an Open Document says; templates are documents, too. */
const openDocumentTypes: ReadonlyMap<string, FileType> = new Map(
  (
    [
      ['text', 'ODT'],
      ['spreadsheet', 'ODS'],
      ['presentation', 'ODP'],
    ] as const
  ).flatMap(([kind, type]) =>
    ['', '-template'].map((end) => [`application/vnd.oasis.opendocument.${kind}${end}`, type] as const),
  ),
);

/** Begins the only stream of a workbook of Excel 2 to 4. */
// oxlint-disable-next-line no-control-regex
const EARLY_WORKBOOK = /^\t[\0\x02\x04][\x04\x06]\0/;
const OPEN_DOCUMENT = /application\/vnd\.oasis\.opendocument\.[a-z-]{1,40}/;

/**
 * Detects a file's type by its content. Name and mime type decide only if the content fits several types, as text does.
 * `contract/fileTypes.ts` says which types are accepted.
 * @throws ExtractionError `no_text` (empty), `locked`, `broken` (text or unknown bytes that claim to be a document or an image)
 */
export async function detectFileType(bytes: Buffer, claim: ClaimedFile, limits: Limits): Promise<FileType> {
  if (bytes.length === 0) throw new ExtractionError('no_text', { reason: 'The file is empty.' });
  const claimed = fileTypeOf(claim.claimedType ?? '', claim.name);
  if (isPdf(bytes, claimed)) return 'PDF';
  if (isCompound(bytes)) return detectCompoundType(bytes, claimed);
  if (isZip(bytes)) return detectArchiveType(bytes, limits);
  if (claimed === 'XLS' && EARLY_WORKBOOK.test(bytes.toString('latin1', 0, 4))) return 'XLS';
  // This check comes before the library file-type, which takes "BMW sold …" for a bitmap because of the first two
  // bytes.
  if (detectEncoding(bytes) !== null) return detectTextType(bytes, claim);
  // Most files never need this library.
  const { fileTypeFromBuffer } = await import('file-type');
  const detected = await fileTypeFromBuffer(bytes);
  if (detected) return fileTypeOf(detected.mime, `file.${detected.ext}`);
  if (readerOf(claimed) !== null) throw createMisnamedError(claimed);
  return 'Unknown';
}

const createMisnamedError = (claimed: FileType) =>
  new ExtractionError('broken', { reason: `The file is called ${claimed} but is not one.` });

/**
 * The header can start within the first kilobyte (ISO 32000-1, annex H.3.4.1), where a text can mention it too. Readers open a file
 * with a damaged header if its end says where its objects are.
 */
function isPdf(bytes: Buffer, claimed: FileType): boolean {
  const offset = bytes.subarray(0, 1_024 + PDF_HEADER.length).indexOf(PDF_HEADER);
  return offset === 0 || (claimed === 'PDF' && (offset > 0 || bytes.subarray(-1_024).includes('startxref')));
}

function detectCompoundType(bytes: Buffer, claimed: FileType): FileType {
  if (bytes.includes(ENCRYPTED_PACKAGE)) throw new ExtractionError('locked');
  const found = compoundStreams.find(([name]) => bytes.includes(Buffer.from(name, 'utf16le')));
  if (found) return found[1];
  return compoundTypes.has(claimed) ? claimed : 'Unknown';
}

function detectArchiveType(bytes: Buffer, limits: Limits): FileType {
  const archive = openArchive(bytes, limits);
  const manifest = archive.read('META-INF/manifest.xml')?.toString('utf8') ?? '';
  // The manifest repeats the type, which some programs write only there.
  const named = archive.read('mimetype')?.toString('latin1') ?? OPEN_DOCUMENT.exec(manifest)?.[0] ?? '';
  const openType = openDocumentTypes.get(named.trim());
  // The contents of an encrypted Open Document are unreadable, its list of files is not.
  if (openType !== undefined && manifest.includes('encryption-data')) throw new ExtractionError('locked');
  if (openType !== undefined) return openType;
  const contentTypes = archive.read('[Content_Types].xml')?.toString('utf8') ?? '';
  return officeTypes.find(([pattern]) => pattern.test(contentTypes))?.[1] ?? 'ZIP';
}

/** WebVTT files start with these letters, alone on the line or before a comment. */
function isWebVtt(bytes: Buffer): boolean {
  return /^(\u{feff})?WEBVTT(\s|$)/u.test(bytes.toString('utf8', 0, 16));
}

function detectTextType(bytes: Buffer, { name, claimedType }: ClaimedFile): FileType {
  if (bytes.subarray(0, 5).toString('latin1') === '{\\rtf') return 'RTF';
  const flatType = detectFlatType(bytes);
  if (flatType !== undefined) return flatType;
  const claims = [fileTypeOf(claimedType ?? '', name), fileTypeOf('', name)];
  // Meeting transcripts are saved as .txt.
  if (claims.includes('TXT') && isWebVtt(bytes)) return 'VTT';
  if (claims.includes('XLS') || claims.includes('XLSX')) return detectTableType(bytes);
  const plainText = claims.find((type) => isPlainText(type) || type === 'EMAIL');
  if (plainText) return plainText;
  const other = claims.find((type) => type !== 'Unknown');
  if (other) throw createMisnamedError(other);
  return 'TXT';
}

/** The type of an Open Document that is one file of XML. */
function detectFlatType(bytes: Buffer): FileType | undefined {
  const start = bytes.toString('utf8', 0, SAMPLE_BYTES);
  if (!/^\ufeff?\s{0,20}<\?xml\b/.test(start) || !start.includes('<office:document')) return undefined;
  return openDocumentTypes.get(OPEN_DOCUMENT.exec(start)?.[0] ?? '');
}

/** Many programs save a table under the name of a workbook that Excel opens: HTML, XML of 2003 or tab-separated values. */
function detectTableType(bytes: Buffer): FileType {
  const encoding = detectEncoding(bytes.subarray(0, SAMPLE_BYTES)) ?? 'latin1';
  const start = iconv.decode(bytes.subarray(0, SAMPLE_BYTES), encoding);
  if (/^\s*<(\?xml|!doctype html|html|table|meta|style|div)\b/i.test(start)) return 'XLS';
  if (start.includes('\t')) return 'TSV';
  if (/^[^\n]*[,;]/.test(start)) return 'CSV';
  throw createMisnamedError('XLS');
}
