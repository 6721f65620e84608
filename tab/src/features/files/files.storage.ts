import { z } from 'zod';
import { fileTypes, type FileType } from '#contract/files/fileTypes.ts';
import { deleteDatabase, readDatabase, writeDatabase } from '#tab/state/browserDatabase.ts';
import type { ChatFile } from './files.state.ts';

const fileFields = {
  id: z.string(),
  name: z.string(),
  fileType: z.enum(fileTypes as [FileType, ...FileType[]]),
  size: z.number(),
  date: z.string(),
  source: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('file'), url: z.string() }),
      z.object({ kind: z.literal('mail'), id: z.string() }),
      z.object({ kind: z.literal('chat'), id: z.string(), chatId: z.string() }),
      z.object({ kind: z.literal('meeting'), meetingId: z.string(), transcriptId: z.string() }),
    ])
    .optional(),
  resource: z.object({ siteId: z.string(), itemId: z.string() }).nullable().optional(),
};

const image = z.object({
  kind: z.literal('image'),
  mime: z.string(),
  base64: z.string(),
  width: z.number(),
  height: z.number(),
  tokens: z.number(),
});
const text = z.object({
  kind: z.literal('text'),
  fileId: z.string(),
  tokens: z.number(),
  bytes: z.number(),
  usedOcr: z.boolean().optional(),
  isPartlyRead: z.boolean().optional(),
  warning: z.string().optional(),
});

const StoredChatFile = z.discriminatedUnion('state', [
  z.object({ ...fileFields, state: z.literal('waiting'), jobId: z.string().optional() }),
  z.object({ ...fileFields, state: z.literal('compressing') }),
  z.object({ ...fileFields, state: z.literal('uploading') }),
  z.object({ ...fileFields, state: z.literal('reading'), jobId: z.string(), percent: z.number() }),
  z.object({ ...fileFields, state: z.literal('ready'), content: z.discriminatedUnion('kind', [image, text]) }),
  z.object({ ...fileFields, state: z.literal('failed'), reason: z.string(), retry: z.boolean() }),
]);

const StoredFile = z.object({
  file: StoredChatFile,
  /** The bytes, kept until the file is ready. */
  bytes: z.custom<Blob>((value) => value instanceof Blob).nullable(),
});
const StoredFiles = z.object({ files: z.array(StoredFile) });

export interface StoredFile {
  file: ChatFile;
  bytes: Blob | null;
}

/** Reads the stored files of a draft; none when they are missing or invalid. */
export async function readStoredFiles(chatId: string): Promise<StoredFile[]> {
  const stored = StoredFiles.safeParse(await readDatabase('drafts', chatId));
  return stored.success ? stored.data.files : [];
}

/**
 * Stores the files of a draft. Files that another window added to the same draft are kept.
 * @param ownFileIds ids of all files that this window has had in the draft
 */
export async function writeStoredFiles(
  chatId: string,
  files: StoredFile[],
  ownFileIds: ReadonlySet<string>,
): Promise<void> {
  const filesOfOtherTabs = (await readStoredFiles(chatId)).filter((stored) => !ownFileIds.has(stored.file.id));
  const all = [...filesOfOtherTabs, ...files];
  if (all.length === 0) return deleteDatabase('drafts', chatId);
  return writeDatabase('drafts', chatId, { files: all });
}
