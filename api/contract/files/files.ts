import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { fileTypes, type FileType } from './fileTypes.ts';
import { MAX_BODY_BYTES } from '#contract/limits.ts';
import { FileText } from '#contract/runs/jobs.ts';

/** Site and item of a file in Microsoft 365, so that the file can be opened there. */
export const FileResource = z.object({ siteId: z.string().max(400), itemId: z.string().max(400) });

/** A file that is sent with a message. Extracted files are referred to by id; an image contains its base64 bytes. */
export const FileContextItem = z.object({
  scrapedFileId: Id,
  fileName: z.string().min(1).max(1_024),
  fileType: z.enum(fileTypes as [FileType, ...FileType[]]),
  fileContent: z
    .string()
    .max(MAX_BODY_BYTES)
    .optional()
    .describe('base64 for images; otherwise text, if the server has not extracted it'),
  fileSize: z.number().int().min(0),
  imageTokenCount: z.number().int().min(0).nullable().default(null),
  fileDate: z.string().max(60).nullable().default(null),
  fileResource: FileResource.nullable().default(null),
});
export type FileContextItem = z.infer<typeof FileContextItem>;

/** A file of a saved message. */
export const MessageFile = FileContextItem.omit({ fileContent: true }).extend({
  tokens: z.number().int(),
  warning: z.string().max(2_000).optional().describe('a sentence about what of the file was not read'),
});
export type MessageFile = z.infer<typeof MessageFile>;

const UploadFields = z.object({ file_name: z.string().max(1_024).optional() });

const GraphFile = z.object({
  file_name: z.string().max(1_024).optional(),
  file_url: z.string().max(2_048).describe('address of a drive item in Microsoft Graph, with or without /content'),
});

/** The status call returns the text when it is ready. */
const StartedExtraction = z.object({ job_id: Id, file_id: Id });

export const startFileText = endpoint({
  method: 'POST',
  path: '/jobs/get_file_text',
  summary: 'Extracts the text of an uploaded file; the status call returns it when it is ready',
  toggle: 'uploadBlob',
  encoding: 'upload',
  body: UploadFields,
  reply: StartedExtraction,
});

export const startFileTextFromUrl = endpoint({
  method: 'POST',
  path: '/jobs/get_file_text/url',
  summary: 'The same for a file that the caller can read in Microsoft 365',
  toggle: 'uploadBlob',
  body: GraphFile,
  reply: StartedExtraction,
});

export const startImageContent = endpoint({
  method: 'POST',
  path: '/jobs/get_image_content',
  summary: 'Recognizes the text in an uploaded image',
  toggle: 'uploadBlob',
  encoding: 'upload',
  body: UploadFields,
  reply: StartedExtraction,
});

export const startImageContentFromUrl = endpoint({
  method: 'POST',
  path: '/get_image_content/url',
  summary: 'The same for an image that the caller can read in Microsoft 365',
  toggle: 'uploadBlob',
  body: GraphFile,
  reply: StartedExtraction,
});

export const startSlidesText = endpoint({
  method: 'POST',
  path: '/presentation/convert_to_text',
  summary: 'Extracts the text of an uploaded presentation',
  toggle: 'uploadBlob',
  encoding: 'upload',
  body: UploadFields,
  reply: StartedExtraction,
});

export const getFileText = endpoint({
  method: 'GET',
  path: '/files/{file_id}/text',
  summary: 'The text of a file of the caller, with its locations',
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
