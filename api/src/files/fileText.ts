import type { Extraction } from '#contract/files/locations.ts';
import type { FileText } from '#contract/runs/jobs.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { FileRow } from '#api/storage/tables/people/files.ts';
import type { AppContext } from '#api/context.ts';
import { AvaError } from '#contract/errors.ts';

/** The whole text of a file. Blank lines separate its parts. */
export function joinParts(extraction: Extraction): string {
  return extraction.parts.map((part) => part.text).join('\n\n');
}

/** The text of a file with its locations, for its owner. */
export async function readFileText({ store }: AppContext, person: Person, id: string): Promise<FileText> {
  const file = authorize(person, 'read', 'file', await store.files.find(id));
  const text = (await store.files.findTexts([id])).get(id);
  if (!text) throw new AvaError('unreadable_file');
  return {
    file_id: file.id,
    fileName: file.name,
    fileType: file.type,
    fileSize: file.size,
    message: joinParts(text.extraction),
    used_ocr: text.extraction.usedOcr,
    extraction: text.extraction,
    tokens: text.tokens,
  };
}

/** Finds a file of the person. The caller opens its bytes. */
export async function findFile({ store }: AppContext, person: Person, id: string): Promise<FileRow> {
  return authorize(person, 'read', 'file', await store.files.find(id));
}
