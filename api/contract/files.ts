import { z } from 'zod';
import { endpoint, Id } from './endpoint.ts';
import { fileTypes, type FileType } from './fileTypes.ts';
import { MAX_BODY_BYTES } from './limits.ts';
import { FileText } from './runs.ts';

/** Where a file came from in Microsoft 365, so that it can be opened there again. */
export const FileResource = z.object({ siteId: z.string().max(400), itemId: z.string().max(400) });

/** A file as it goes with a message. Text read by the server is named by its id; an image carries its base64 bytes. */
export const FileContextItem = z.object({
  scrapedFileId: Id,
  fileName: z.string().min(1).max(1_024),
  fileType: z.enum(fileTypes as [FileType, ...FileType[]]),
  fileContent: z
    .string()
    .max(MAX_BODY_BYTES)
    .optional()
    .describe('base64 for images; otherwise text, where the server has none'),
  fileSize: z.number().int().min(0),
  imageTokenCount: z.number().int().min(0).nullable().default(null),
  fileDate: z.string().max(60).nullable().default(null),
  fileResource: FileResource.nullable().default(null),
});
export type FileContextItem = z.infer<typeof FileContextItem>;

/** A file as a saved message shows it. */
export const MessageFile = FileContextItem.omit({ fileContent: true }).extend({ tokens: z.number().int() });
export type MessageFile = z.infer<typeof MessageFile>;

export const startFileText = endpoint({
  method: 'POST',
  path: '/jobs/get_file_text',
  summary: 'Reads the text of an uploaded file; the status call gives it when it is ready',
  toggle: 'uploadBlob',
  encoding: 'upload',
  body: z.object({ file_name: z.string().max(1_024).optional() }),
  reply: z.object({ job_id: Id, file_id: Id }),
});

export const getFileText = endpoint({
  method: 'GET',
  path: '/files/{file_id}/text',
  summary: 'The text of a file of the caller, with its places',
  ids: { file_id: 'file' },
  params: z.object({ file_id: Id }),
  reply: FileText,
});

export const getFileBytes = endpoint({
  method: 'GET',
  path: '/files/{file_id}/content',
  summary: 'The bytes of a file of the caller, as an attachment',
  ids: { file_id: 'file' },
  params: z.object({ file_id: Id }),
  bytes: 'application/octet-stream',
});
