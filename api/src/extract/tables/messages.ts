import { z } from 'zod';
import { Location } from '#contract/files/locations.ts';
import { extractionErrors, type ExtractionErrorCode } from '#api/extract/errors.ts';
import type { ClaimedFile } from '#api/extract/formats/detectFileType.ts';
import type { Limits } from '#api/extract/limits.ts';

/** Sent by the parent as JSON, which is followed by the tables that an earlier child has read, if there are any. */
export interface QueryRequest {
  /** The child reads the bytes from the path; null if it gets the tables. */
  file: (ClaimedFile & { path: string }) | null;
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

/** The first byte of tables that `v8.serialize` has written. Replies are JSON and begin with a brace. */
const SERIALIZED = 0xff;
export const areTables = (message: Buffer): boolean => message[0] === SERIALIZED;

/** Larger tables are not sent to the parent, and the next call reads the file again. */
export const MAX_TABLES_BYTES = 48 * 1024 * 1024;

/** Puts a request and tables into one message. */
export function packRequest(request: QueryRequest, tables: Buffer | null): Buffer {
  return Buffer.concat([Buffer.from(`${JSON.stringify(request)}\n`), ...(tables ? [tables] : [])]);
}

export function unpackRequest(message: Buffer): { request: QueryRequest; tables: Buffer | null } {
  const end = message.indexOf('\n');
  const tables = message.subarray(end + 1);
  return {
    request: JSON.parse(message.toString('utf8', 0, end)) as QueryRequest,
    tables: tables.length > 0 ? tables : null,
  };
}

/** Sent by the child, after the tables of a file that it has read. The parent validates it, because the child has parsed untrusted bytes. */
export const QueryReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('described'), tables: z.array(TableDescription) }),
  Calculation,
  z.object({ kind: z.literal('refused'), problem: text }),
  z.object({ kind: z.literal('failed'), code: z.enum(codes), reason: text, cause: z.string() }),
]);
export type QueryReply = z.infer<typeof QueryReply>;
