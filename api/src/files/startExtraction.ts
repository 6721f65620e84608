import { AvaError } from '#contract/errors.ts';
import { fileTypeOf, readerOf, type FileReader } from '#contract/files/fileTypes.ts';
import type { Person } from '#api/identity/person.ts';
import { checkExtractions } from '#api/policies/personLimits.ts';
import type { AppContext } from '#api/context.ts';

const MAX_NAME_CHARACTERS = 1_024;

/** A file whose bytes are stored as a blob. */
export interface UploadedFile {
  /** The name from the client, with or without a folder. */
  name: string;
  claimedType: string;
  sha256: string;
  size: number;
}

/** If set, only files of this kind are accepted. */
export type FileKind = keyof typeof kindErrors;

const kindErrors = {
  image: 'Failed to load image.',
  pptx: 'Please select a valid PPTX file.',
} as const satisfies Partial<Record<FileReader, string>>;

/** Throws `unreadable_file` for a file that claims to be of another kind. */
export function checkKind(
  { name, claimedType }: Pick<UploadedFile, 'name' | 'claimedType'>,
  kind: FileKind | null,
): void {
  const claims = [fileTypeOf(claimedType, name), fileTypeOf('', name)];
  if (kind !== null && !claims.some((type) => readerOf(type) === kind))
    throw new AvaError('unreadable_file', { detail: kindErrors[kind] });
}

/**
 * Inserts a file whose bytes are stored and queues the extraction of its text. Throws `unreadable_file` for a file that is
 * empty or not of the kind, `files_full` if the person has no room for it.
 */
export async function startExtraction(
  ctx: AppContext,
  person: Person,
  file: UploadedFile,
  kind: FileKind | null = null,
): Promise<{ job_id: string; file_id: string }> {
  if (file.size === 0) throw new AvaError('unreadable_file', { detail: 'The file is empty.' });
  checkKind(file, kind);
  await checkExtractions(ctx, person);
  const { store, queue, clock } = ctx;
  const owner = { tenantId: person.tenantId, id: person.id };
  const { sha256, size, claimedType } = file;
  const name = toFileName(file.name);
  const fileId = crypto.randomUUID();
  const runId = crypto.randomUUID();
  const row = { id: fileId, owner, name, type: fileTypeOf(claimedType, name), size, sha256 };
  if (!(await store.files.insert(row, clock.now()))) throw new AvaError('files_full');
  await store.runs.insert(
    {
      id: runId,
      kind: 'extraction',
      owner,
      subjectId: fileId,
      messageId: null,
      sessionId: runId,
      processId: null,
      state: 'waiting',
    },
    clock.now(),
  );
  await queue.send('extract', { runId });
  return { job_id: runId, file_id: fileId };
}

/** Removes folders from a name. The name is only displayed and never used as a path. */
export function toFileName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)?.replaceAll('\u0000', '') ?? '';
  return last === '' ? 'file' : last.slice(0, MAX_NAME_CHARACTERS).toWellFormed();
}
