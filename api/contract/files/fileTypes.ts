import { MAX_FILE_BYTES } from '#contract/limits.ts';
import { fileTypeTable, type FileFamily, type FileTypeRow } from './fileTypeTable.ts';

export type { FileFamily };
type KnownFileType = keyof typeof fileTypeTable;
export type FileType = KnownFileType | 'Unknown';

/** A format that the server can extract text from; one module each. */
export type FileReader =
  | 'pdf'
  | 'docx'
  | 'pptx'
  | 'spreadsheet'
  | 'opendocument'
  | 'csv'
  | 'mail'
  | 'transcript'
  | 'image'
  | 'rtf'
  | 'html'
  | 'text';

const rows = Object.entries(fileTypeTable) as [KnownFileType, FileTypeRow][];
const byMime = new Map(rows.flatMap(([type, row]) => row.mimes.map((mime) => [mime, type] as const)));
const byExtension = new Map(
  rows.flatMap(([type, row]) => [...row.extensions, ...row.otherExtensions].map((ending) => [ending, type] as const)),
);

export const fileTypes: readonly FileType[] = [...rows.map(([type]) => type), 'Unknown'];

/** Whole file names that have a type although they have no extension. */
const wholeNames = new Set(['dockerfile', 'makefile', 'jenkinsfile']);

const plainFamilies: ReadonlySet<FileFamily> = new Set(['text', 'code', 'config', 'data']);

/**
 * Mime types of containers and fallbacks, for which a matching extension is more precise: browsers send `text/plain` for a
 * log, Windows with Excel `application/vnd.ms-excel` for a CSV, some stores `application/zip` for a DOCX.
 */
const vague: Partial<Record<KnownFileType, (type: KnownFileType) => boolean>> = {
  TXT: isPlainText,
  XLS: (type) => type === 'CSV' || type === 'TSV' || type === 'XLSX',
  XML: isPlainText,
  JSON: isPlainText,
  ZIP: (type) => ['DOCX', 'XLSX', 'PPTX', 'ODT', 'ODS', 'ODP', 'JAR', 'APK'].includes(type),
};

/**
 * The type that a file claims by its mime type, then by its extension. The server detects it again by content.
 * @param mime from a browser or Graph, in any case, with or without parameters; '' if there is none
 */
export function fileTypeOf(mime: string, name: string): FileType {
  const claimed = byMime.get(mime.split(';', 1)[0]!.trim().toLowerCase());
  const named = byExtension.get(extensionOf(name));
  if (!claimed) return named ?? 'Unknown';
  return named && vague[claimed]?.(named) ? named : claimed;
}

/** The part after the last dot, or a whole name such as Dockerfile, in lower case; '' if a name has neither. */
export function extensionOf(name: string): string {
  const base = name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(/(?<![. ])[. ]+$/, '')
    .toLowerCase();
  if (wholeNames.has(base)) return base;
  const dot = base.lastIndexOf('.');
  return dot < 0 ? '' : base.slice(dot + 1);
}

export function familyOf(type: FileType): FileFamily | 'unknown' {
  return type === 'Unknown' ? 'unknown' : fileTypeTable[type].family;
}

/** Whether files of a type are plain text: notes, logs, source code, configuration, data, comma-separated values. */
export function isPlainText(type: FileType): boolean {
  return type === 'CSV' || type === 'TSV' || (type !== 'Unknown' && plainFamilies.has(fileTypeTable[type].family));
}

/** Whether models see files of this type: they are sent as images. */
export function isImage(type: FileType): boolean {
  return familyOf(type) === 'image';
}

/**
 * The format that the server reads this type as; `null` if it cannot read the type. A new format needs a line here and
 * a module in api/src/extract/formats.
 */
export function readerOf(type: FileType): FileReader | null {
  if (type === 'PDF') return 'pdf';
  if (type === 'DOCX') return 'docx';
  if (type === 'PPTX') return 'pptx';
  if (type === 'XLSX' || type === 'XLS') return 'spreadsheet';
  if (type === 'ODT' || type === 'ODS' || type === 'ODP') return 'opendocument';
  if (type === 'CSV' || type === 'TSV') return 'csv';
  if (type === 'EMAIL') return 'mail';
  if (type === 'VTT' || type === 'SRT') return 'transcript';
  if (type === 'RTF') return 'rtf';
  if (type === 'HTML') return 'html';
  if (isImage(type) || familyOf(type) === 'scan') return 'image';
  return isPlainText(type) ? 'text' : null;
}

/** Whether a file of this type has rows and columns that AVA can calculate with. */
export function hasTables(type: FileType): boolean {
  return familyOf(type) === 'spreadsheet';
}

/** Whether the server can extract text from this type. Archives and executables are recognized, but never opened. */
export function readableNow(type: FileType): boolean {
  return readerOf(type) !== null;
}

const attachableTypes: ReadonlySet<FileType> = new Set(['PDF', 'DOCX', 'PPTX', 'XLSX', 'XLS']);

function isAttachable(type: FileType): boolean {
  return attachableTypes.has(type) || isImage(type) || isPlainText(type);
}

/** Whether a chat message accepts this type: images are sent with it, the server reads the text of the others. */
function isAcceptedInChat(type: FileType): boolean {
  return isImage(type) || readableNow(type);
}

/** Why a chat message does not accept a file. */
export type ChatFileRefusal = 'type' | 'size' | 'uploadsOff';

/**
 * Checks a file for Chat, whether it was picked, pasted or dropped. The server checks the size and the content again.
 * @param uploads whether the organization allows files
 */
export function refuseChatFile(
  { name, type: mime, size }: { name: string; type: string; size: number },
  { uploads }: { uploads: boolean },
): ChatFileRefusal | null {
  const type = fileTypeOf(mime, name);
  if (!uploads) return 'uploadsOff';
  if (!isAcceptedInChat(type)) return 'type';
  return size > MAX_FILE_BYTES ? 'size' : null;
}

const corpusTypes: readonly FileType[] = ['PDF', 'DOCX', 'PPTX', 'TXT'];

/** Whether a corpus accepts a file of this name. */
export function isAcceptedInCorpus(name: string): boolean {
  return corpusTypes.includes(fileTypeOf('', name));
}

function acceptOf(types: readonly FileType[]): string {
  const endings = types.flatMap((type) => (type === 'Unknown' ? [] : fileTypeTable[type].extensions));
  return endings.map((ending) => `.${ending}`).join(',');
}

/** Values for the `accept` attribute of a file input. */
export const acceptLists = {
  attach: acceptOf(fileTypes.filter(isAttachable)),
  chatPicker: acceptOf(fileTypes.filter(isAcceptedInChat)),
  corpus: acceptOf(corpusTypes),
  template: acceptOf(['PPTX']),
} as const;
