import { AvaError } from '#contract/errors.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';

/**
 * Saves a file that was made for the person in their OneDrive, with their own permission.
 * @throws AvaError `link_expired`, `no_drive`, `drive_full`, `drive_read_only`
 */
export async function saveToOneDrive(
  { store, blobs, graph, clock }: AppContext,
  person: Person,
  exportId: string,
): Promise<{ file_name: string; web_link: string }> {
  const file = await store.exportedFiles.find(exportId, clock.now());
  if (!file || file.owner.tenantId !== person.tenantId || file.owner.id !== person.id)
    throw new AvaError('link_expired');
  const bytes = await blobs.open(file.sha256);
  try {
    const { name, webUrl } = await graph.saveToOneDrive(person, { name: file.name, size: file.size, bytes });
    return { file_name: name, web_link: webUrl };
  } finally {
    // If OneDrive refuses before it has read the file, the file would stay open.
    bytes.destroy();
  }
}
