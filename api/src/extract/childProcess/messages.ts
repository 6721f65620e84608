import { z } from 'zod';
import { Extraction, TextPart } from '#contract/files/locations.ts';
import { extractionErrors, type ExtractionErrorCode } from '#api/extract/errors.ts';
import type { Limits } from '#api/extract/limits.ts';
import type { ClaimedFile } from '#api/extract/formats/detectFileType.ts';

/** Sent by the parent as JSON. The child reads the bytes from the path. */
export interface ReadRequest {
  file: ClaimedFile & { path: string };
  limits: Limits;
}

const codes = Object.keys(extractionErrors) as [ExtractionErrorCode, ...ExtractionErrorCode[]];

/** Sent by the child. The parent validates it, because the child has parsed untrusted bytes. */
export const ChildMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), done: z.number().min(0), total: z.number().min(0).nullable() }),
  z.object({ kind: z.literal('part'), part: TextPart }),
  Extraction.omit({ parts: true }).extend({ kind: z.literal('done') }),
  z.object({ kind: z.literal('failed'), code: z.enum(codes), reason: z.string().max(2_000), cause: z.string() }),
]);
export type ChildMessage = z.infer<typeof ChildMessage>;
