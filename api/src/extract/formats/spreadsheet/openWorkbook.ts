import { createRequire } from 'node:module';
import type { ParsingOptions, WorkBook } from '@e965/xlsx';
import type { FileType } from '#contract/files/fileTypes.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import { isZip, openArchive, type Archive } from '#api/extract/formats/office/archive.ts';
import { packXml } from '#api/extract/formats/office/packXml.ts';
import { rejectEntities } from '#api/extract/formats/office/xml.ts';
import { decodeText, detectEncoding } from '#api/extract/formats/plainText.ts';
import type { Limits } from '#api/extract/limits.ts';

// The ESM build cannot decode workbooks from before 1997, which are not in Unicode.
export const xlsx = createRequire(import.meta.url)('@e965/xlsx') as typeof import('@e965/xlsx');

/**
 * Opens a workbook, and its archive if its format is one.
 * @param maxRows rows of each sheet that are read; 0 for all
 * @throws ExtractionError
 */
export function openWorkbook(
  bytes: Buffer,
  type: FileType,
  limits: Limits,
  maxRows: number,
): { workbook: WorkBook; archive: Archive | null } {
  // An Open Document can also be one file of XML.
  const isArchive = type === 'XLSX' || (type === 'ODS' && isZip(bytes));
  const archive = isArchive ? openArchive(bytes, limits) : null;
  if (type === 'ODS' && !isArchive) rejectEntities(bytes);
  const packed = archive ? packXml(archive) : bytes;
  if (detectEncoding(packed) === null) return { workbook: parse(packed, { type: 'buffer' }, maxRows), archive };
  const text = decodeText(packed, limits);
  // The values of HTML are texts, which must not be taken for dates.
  const options: ParsingOptions = { type: 'string', raw: !text.trimStart().startsWith('<?xml') };
  return { workbook: parse(text, options, maxRows), archive };
}

function parse(data: Buffer | string, options: ParsingOptions, maxRows: number): WorkBook {
  try {
    return xlsx.read(data, {
      ...options,
      dense: true,
      sheetRows: maxRows,
      cellNF: true,
      cellText: false,
      cellHTML: false,
      // A formula that was never calculated has no value.
      sheetStubs: true,
    });
  } catch (cause) {
    const isLocked = cause instanceof Error && /password|encrypt/i.test(cause.message.slice(0, 200));
    throw new ExtractionError(isLocked ? 'locked' : 'broken', { cause });
  }
}
