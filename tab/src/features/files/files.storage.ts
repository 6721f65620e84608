import { z } from 'zod';
import { fileTypes, type FileType } from '../../../../api/contract/fileTypes.ts';
import { deleteDatabase, readDatabase, writeDatabase } from '../../state/browserDatabase.ts';
import type { ChatFile } from './files.state.ts';

const facts = {
  id: z.string(),
  name: z.string(),
  fileType: z.enum(fileTypes as [FileType, ...FileType[]]),
  size: z.number(),
  date: z.string(),
};

const image = z.object({
  kind: z.literal('image'),
  mime: z.string(),
  base64: z.string(),
  width: z.number(),
  height: z.number(),
  tokens: z.number(),
});
const text = z.object({ kind: z.literal('text'), fileId: z.string(), tokens: z.number(), bytes: z.number() });

const File_ = z.discriminatedUnion('state', [
  z.object({ ...facts, state: z.literal('waiting'), jobId: z.string().optional() }),
  z.object({ ...facts, state: z.literal('compressing') }),
  z.object({ ...facts, state: z.literal('uploading') }),
  z.object({ ...facts, state: z.literal('reading'), jobId: z.string(), percent: z.number() }),
  z.object({ ...facts, state: z.literal('ready'), content: z.discriminatedUnion('kind', [image, text]) }),
  z.object({ ...facts, state: z.literal('failed'), reason: z.string(), retry: z.boolean() }),
]);

const StoredFile = z.object({
  file: File_,
  /** The bytes, as long as they have not arrived anywhere else. */
  bytes: z.custom<Blob>((value) => value instanceof Blob).nullable(),
});
const StoredFiles = z.object({ files: z.array(StoredFile) });

export interface StoredFile {
  file: ChatFile;
  bytes: Blob | null;
}

/** The files of a draft as the browser's database has them; none where they are missing or of another shape. */
export async function readStoredFiles(chatId: string): Promise<StoredFile[]> {
  const stored = StoredFiles.safeParse(await readDatabase('drafts', chatId));
  return stored.success ? stored.data.files : [];
}

/**
 * Keeps the files of a draft. Another tab may have added files to the same draft: those that are in `mine` neither now
 * nor before stay as they are.
 * @param mine ids of all files this tab has had in this draft
 */
export async function writeStoredFiles(chatId: string, files: StoredFile[], mine: ReadonlySet<string>): Promise<void> {
  const foreign = (await readStoredFiles(chatId)).filter((stored) => !mine.has(stored.file.id));
  const all = [...foreign, ...files];
  if (all.length === 0) return deleteDatabase('drafts', chatId);
  return writeDatabase('drafts', chatId, { files: all });
}
