import { z } from 'zod';
import { ErrorBody } from '#contract/errors.ts';
import type { ProgramLimits } from '#platform/childProcess/runProgram.ts';
import type { ExportDocument, WrittenFormat } from '#api/exports/document.ts';

/** Time in which a document must be written, below REQUEST_TIMEOUT_MS. */
export const EXPORT_TIMEOUT_MS = 60_000;
const MB = 1024 * 1024;

/** 2,000,000 characters of tables need 900 MB as a PDF. */
export const defaultLimits: ProgramLimits = {
  timeMs: EXPORT_TIMEOUT_MS,
  memoryBytes: 1024 * MB,
  outputBytes: 100 * MB,
};

/** Sent by the parent as JSON. */
export interface WriteRequest {
  document: ExportDocument;
  format: WrittenFormat;
  limits: ProgramLimits;
}

/** Sent by the child before the bytes. The parent validates it, because the child has parsed untrusted text. */
export const WriteOutcome = z.union([
  z.object({ code: z.null(), missing: z.array(z.string()), lacksTemplate: z.boolean() }),
  z.object({ code: ErrorBody.shape.code, cause: z.string() }),
]);
export type WriteOutcome = z.infer<typeof WriteOutcome>;
