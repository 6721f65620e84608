import type { Extraction } from '../../contract/locations.ts';
import type { FileText } from '../../contract/runs.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { FileRow } from '../storage/tables/people/files.ts';
import type { AppContext } from '../context.ts';
import { AvaError } from '../../contract/errors.ts';

/** The whole text of a file, its parts separated by blank lines. */
export function contentOf(extraction: Extraction): string {
  return extraction.parts.map((part) => part.text).join('\n\n');
}

/** The text of a file with its places, for its owner. */
export async function readText({ store }: AppContext, person: Person, id: string): Promise<FileText> {
  const file = authorize(person, 'read', 'file', await store.files.find(id));
  const text = (await store.files.findTexts([id])).get(id);
  if (!text) throw new AvaError('unreadable_file');
  return {
    file_id: file.id,
    fileName: file.name,
    fileType: file.type,
    fileSize: file.size,
    content: contentOf(text.extraction),
    extraction: text.extraction,
    tokens: text.tokens,
  };
}

/** The file itself, for its owner; its bytes are opened by the caller. */
export async function findFile({ store }: AppContext, person: Person, id: string): Promise<FileRow> {
  return authorize(person, 'read', 'file', await store.files.find(id));
}
