import type { Extraction } from '../../contract/places.ts';
import type { FileText } from '../../contract/runs.ts';
import type { Person } from '../identity/person.ts';
import { authorise } from '../policies/policies.ts';
import type { FileRow } from '../storage/tables/files.ts';
import type { World } from '../world.ts';
import { AvaError } from '../../contract/errors.ts';

/** The whole text of a file, its parts separated by blank lines. */
export function contentOf(extraction: Extraction): string {
  return extraction.parts.map((part) => part.text).join('\n\n');
}

/** The text of a file with its places, for its owner. */
export async function readText({ store }: World, person: Person, id: string): Promise<FileText> {
  const file = authorise(person, 'read', 'file', await store.files.find(id));
  const text = (await store.files.texts([id])).get(id);
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
export async function findFile({ store }: World, person: Person, id: string): Promise<FileRow> {
  return authorise(person, 'read', 'file', await store.files.find(id));
}
