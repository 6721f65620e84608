import type { SqlErrorFields } from '#api/storage/errors.ts';
import type { WireValue } from '#api/storage/parameters.ts';

/** Result of one statement; `affectedRows` counts rows inserted, updated, deleted or merged. */
export interface Result<T = Record<string, unknown>> {
  rows: T[];
  affectedRows: number;
  command?: string;
  fields: { name: string; dataTypeID: number }[];
}

/**
 * A request of the main thread to the worker thread. `session` 0 is a statement outside of a transaction; any other
 * number is an open transaction, which has the engine exclusively from `begin` to `end`.
 */
export type Call = { id: number; session: number } & (
  | { kind: 'query'; sql: string; values: WireValue[]; rowMode: 'object' | 'array' }
  | { kind: 'exec'; sql: string }
  | { kind: 'begin'; sql: string }
  | { kind: 'end'; sql: 'commit' | 'rollback' }
  | { kind: 'close' }
);

/** Messages to the worker: calls to run in this order, or an idle transaction to roll back. */
export type ToWorker = { calls: Call[] } | { abandon: number };

export type FromWorker =
  | { ready: true }
  | { id: number; results: Result[] }
  | { id: number; error: SqlErrorFields; fatal: boolean }
  | { channel: string; payload: string };

export interface WorkerSettings {
  dataDir: string;
  /** Shared 32-bit cells (see Cell), which can be read while the worker runs a statement. */
  cells: Int32Array;
}

export const Cell = {
  /** Id of the running statement, 0 between statements. */
  running: 0,
  /** Session of the open transaction, 0 without one. */
  session: 1,
  /** Number of statements started so far. */
  count: 2,
} as const;

export const CELL_COUNT = 3;
