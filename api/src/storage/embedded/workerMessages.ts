import type { SqlErrorFields } from '../errors.ts';
import type { WireValue } from '../parameters.ts';

/** What one statement gives back; `affectedRows` counts rows inserted, updated, deleted or merged. */
export interface Result<T = Record<string, unknown>> {
  rows: T[];
  affectedRows: number;
  command?: string;
  fields: { name: string; dataTypeID: number }[];
}

/**
 * What the main thread asks of the worker thread. `session` 0 is a statement of its own; any other number is
 * an open transaction, which has the engine to itself from `begin` to `end`.
 */
export type Call = { id: number; session: number } & (
  | { kind: 'query'; sql: string; values: WireValue[]; rowMode: 'object' | 'array' }
  | { kind: 'exec'; sql: string }
  | { kind: 'begin'; sql: string }
  | { kind: 'end'; sql: 'commit' | 'rollback' }
  | { kind: 'close' }
);

/** Messages to the worker: calls in the order they are to be run, or an idle transaction to be given up. */
export type ToWorker = { calls: Call[] } | { abandon: number };

export type FromWorker =
  | { ready: true }
  | { id: number; results: Result[] }
  | { id: number; error: SqlErrorFields; fatal: boolean }
  | { channel: string; payload: string };

export interface WorkerSettings {
  dataDir: string;
  /** Shared 32-bit cells, see Cell: readable while the worker is inside a statement. */
  cells: Int32Array;
}

export const Cell = {
  /** Id of the statement that runs, 0 between statements. */
  running: 0,
  /** The open transaction, 0 when there is none. */
  session: 1,
  /** Statements begun so far. */
  count: 2,
} as const;

export const CELLS = 3;
