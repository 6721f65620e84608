import { z } from 'zod';
import { endpoint, Id } from '#contract/endpoint.ts';
import { Extraction } from '#contract/files/locations.ts';

const seq = z.number().int().min(1);

/** One event of a job: progress until it completes or fails. */
export const JobEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('progress'), seq, stage: z.string(), pctProgress: z.number().min(0).max(100) }),
  z.object({ type: z.literal('completed'), seq, file_id: Id }),
  z.object({ type: z.literal('failed'), seq, error: z.string() }),
]);
export type JobEvent = z.infer<typeof JobEvent>;

export const FileText = z.object({
  file_id: Id,
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.number().int(),
  message: z.string().describe('the whole text; blank lines separate its parts'),
  used_ocr: z.boolean(),
  extraction: Extraction,
  tokens: z.number().int(),
});
export type FileText = z.infer<typeof FileText>;

/** Reply of the status call. COMPLETED has a `result`, FAILURE has an `error`. */
export const JobStatus = z.object({
  status: z.enum(['PENDING', 'PROGRESS', 'COMPLETED', 'FAILURE']),
  pctProgress: z.number(),
  stage: z.string(),
  result: FileText.nullable(),
  template_folder: Id.optional().describe('of a completed template'),
  error: z.string().nullable(),
});
export type JobStatus = z.infer<typeof JobStatus>;

export const getStatus = endpoint({
  method: 'GET',
  path: '/status/{jobId}',
  summary: 'Progress of a job; clients ask every second',
  ids: { jobId: 'run' },
  params: z.object({ jobId: Id }),
  reply: JobStatus,
});
