import { z } from 'zod';
import { Extraction, TextPart } from '../../../contract/locations.ts';
import { extractionErrors, type ExtractionErrorCode } from '../errors.ts';
import type { Limits } from '../limits.ts';
import type { ClaimedFile } from '../formats/detectFileType.ts';

/** What the parent writes to its child, as one line. Bytes never travel: the child opens the path itself. */
export interface ReadRequest {
  file: ClaimedFile & { path: string };
  limits: Limits;
}

const codes = Object.keys(extractionErrors) as [ExtractionErrorCode, ...ExtractionErrorCode[]];

/** The child writes to this file descriptor, one message a line: its parent counts the bytes as they come. */
export const OUTPUT_FD = 3;

/** What a child sends back. It is checked, as the child has worked on a stranger's bytes. */
export const ChildMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.number().min(0), total: z.number().min(0).nullable() }),
  z.object({ kind: z.literal('part'), part: TextPart }),
  Extraction.pick({ type: true, pages: true, unreadPages: true }).extend({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), code: z.enum(codes), reason: z.string().max(200), cause: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
