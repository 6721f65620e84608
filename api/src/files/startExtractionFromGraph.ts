import { AvaError } from '#contract/errors.ts';
import { MAX_FILE_BYTES } from '#contract/limits.ts';
import type { Person } from '#api/identity/person.ts';
import { checkExtractions } from '#api/policies/personLimits.ts';
import { findUploadRoom, putFileBytes } from '#api/policies/uploadRoom.ts';
import type { AppContext } from '#api/context.ts';
import { checkKind, startExtraction, type FileKind } from './startExtraction.ts';

/**
 * Stores a file of Microsoft 365 with the person's own right and queues the extraction of its text. Throws `bad_request`
 * for an address that is not a drive item of Graph, `not_found` for one that the person cannot read.
 */
export async function startExtractionFromGraph(
  ctx: AppContext,
  person: Person,
  { file_url, file_name }: { file_url: string; file_name?: string | undefined },
  kind: FileKind | null = null,
): Promise<{ job_id: string; file_id: string }> {
  const { graph } = ctx;
  const ref = graph.parseItemUrl(file_url);
  if (!ref) throw new AvaError('bad_request', { detail: "AVA can't open files from that location." });
  await checkExtractions(ctx, person);
  const item = await graph.findItem(person, ref.driveId, ref.itemId);
  if (!item || item.isFolder) throw new AvaError('not_found');
  if ((item.size ?? 0) > MAX_FILE_BYTES) throw new AvaError('file_too_large');
  const claim = { name: file_name ?? item.name, claimedType: item.mimeType };
  checkKind(claim, kind);
  // The size of an item can be missing or out of date, so the downloaded bytes are limited as well.
  const room = await findUploadRoom(ctx, person, item.size);
  const stored = await graph.download(person, ref, (bytes) => putFileBytes(ctx, person, bytes, room));
  return startExtraction(ctx, person, { ...claim, ...stored }, kind);
}
