import { AvaError } from '#contract/errors.ts';
import { MAX_EXPORT_CHARACTERS } from '#contract/limits.ts';
import type { ExportDocument } from '#api/exports/document.ts';

/** Throws `nothing_to_export` for a document without text, and `export_too_large` for one with too much. */
export function checkContent({ parts }: ExportDocument): void {
  if (parts.every(({ text }) => text.trim() === '')) throw new AvaError('nothing_to_export');
  if (parts.reduce((sum, { text }) => sum + text.length, 0) > MAX_EXPORT_CHARACTERS)
    throw new AvaError('export_too_large');
}
