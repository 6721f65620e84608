import type { ExportDocument, WrittenDocument, WrittenFormat } from '#api/exports/document.ts';
import { parseDocument } from '#api/exports/markdown/parseDocument.ts';
import { checkContent } from './checkContent.ts';
import { writers } from './writers.ts';

/** Writes a document in this process. It can take long; `writeInChild` bounds its time and memory. */
export async function writeDocument(document: ExportDocument, format: WrittenFormat): Promise<WrittenDocument> {
  checkContent(document);
  const [write, parsed] = [await writers[format](), parseDocument(document)];
  const { missing } = parsed;
  try {
    return { bytes: await write(parsed), missing, lacksTemplate: false };
  } catch (error) {
    if (!parsed.template) throw error;
    return { bytes: await write({ ...parsed, template: null }), missing, lacksTemplate: true };
  }
}
