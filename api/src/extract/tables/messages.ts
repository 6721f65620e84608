import { z } from 'zod';
import { Location } from '#contract/files/locations.ts';
import { extractionErrors, type ExtractionErrorCode } from '#api/extract/errors.ts';
import type { ClaimedFile } from '#api/extract/formats/detectFileType.ts';
import type { Limits } from '#api/extract/limits.ts';

/** Sent by the parent as JSON. The child reads the bytes from the path. */
export interface QueryRequest {
  file: ClaimedFile & { path: string };
  limits: Limits;
  /** A statement over the tables; null to describe them. */
  sql: string | null;
}

const text = z.string().max(2_000);

const TableDescription = z.object({
  name: text,
  location: Location,
  rows: z.number().int().min(0),
  columns: z.array(z.object({ name: text, type: z.enum(['number', 'hours', 'date', 'text']) })),
  first: z.array(z.array(text)),
  notes: z.array(text),
});
export type TableDescription = z.infer<typeof TableDescription>;

const Calculation = z.object({
  kind: z.literal('calculated'),
  columns: z.array(text),
  rows: z.array(z.array(text)),
  total: z.number().int().min(0),
  reads: z.array(z.object({ location: Location, rows: z.number().int().min(0) })),
});
export type Calculation = z.infer<typeof Calculation>;

const codes = Object.keys(extractionErrors) as [ExtractionErrorCode, ...ExtractionErrorCode[]];

/** Sent by the child. The parent validates it, because the child has parsed untrusted bytes. */
export const QueryReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('described'), tables: z.array(TableDescription) }),
  Calculation,
  z.object({ kind: z.literal('refused'), problem: text }),
  z.object({ kind: z.literal('failed'), code: z.enum(codes), reason: text, cause: z.string() }),
]);
export type QueryReply = z.infer<typeof QueryReply>;
