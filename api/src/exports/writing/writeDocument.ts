import { AvaError } from '../../../contract/errors.ts';
import { MAX_EXPORT_CHARACTERS } from '../../../contract/limits.ts';
import type { ExportDocument, WrittenFormat } from '../document.ts';
import { parseDocument } from '../markdown/parseDocument.ts';
import { writers } from './writers.ts';

/** Throws `nothing_to_export` for a document without text, and `export_too_large` for one with too much. */
export function checkContent({ parts }: ExportDocument): void {
  if (parts.every(({ text }) => text.trim() === '')) throw new AvaError('nothing_to_export');
  if (parts.reduce((sum, { text }) => sum + text.length, 0) > MAX_EXPORT_CHARACTERS)
    throw new AvaError('export_too_large');
}

/** Writes a document in this process. It can take long; `writeInChild` bounds its time and memory. */
export async function writeDocument(document: ExportDocument, format: WrittenFormat): Promise<Uint8Array> {
  checkContent(document);
  const [write, parsed] = [await writers[format](), parseDocument(document)];
  return write(parsed);
}
