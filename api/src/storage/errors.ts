/** Errors of the store itself; errors of SQL statements keep PostgreSQL's codes. */
export type StoreErrorCode =
  | 'data_folder_in_use'
  | 'statement_timeout'
  | 'transaction_timeout'
  | 'transaction_lost'
  | 'outcome_unknown'
  | 'store_unavailable'
  | 'store_closed'
  | 'migration_failed'
  | 'notification_too_large'
  | 'blob_missing'
  | 'blob_too_large';

/** These are thrown only when nothing was saved, so the caller can retry. */
const RETRYABLE: ReadonlySet<StoreErrorCode> = new Set([
  'statement_timeout',
  'transaction_timeout',
  'transaction_lost',
  'store_unavailable',
]);

export class StoreError extends Error {
  override readonly name = 'StoreError';
  readonly code: StoreErrorCode;

  constructor(code: StoreErrorCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
  }

  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}

/** The fields PostgreSQL sends with an error; the same names on both engines. */
export const SQL_ERROR_FIELDS = [
  'code',
  'severity',
  'detail',
  'hint',
  'position',
  'where',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
] as const;

export type SqlErrorFields = { message: string } & Partial<Record<(typeof SQL_ERROR_FIELDS)[number], string>>;

/** An error of a statement run by the embedded engine; node-postgres' DatabaseError has the same fields. */
export class SqlError extends Error {
  override readonly name = 'SqlError';
  declare readonly code?: string;
  declare readonly detail?: string;
  declare readonly constraint?: string;

  constructor({ message, ...fields }: SqlErrorFields) {
    super(message);
    Object.assign(this, fields);
  }
}

/**
 * Lost connections (08), serialization failures and deadlocks (40), too many connections (53300), a server that
 * stops (57P01–57P03), and statement or idle-transaction timeouts (57014, 25P03).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const RETRYABLE_SQLSTATE = /^(08...|40001|40P01|53300|57014|57P0[1-3]|25P03)$/;
const RETRYABLE_SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

/** True when the same work can succeed a moment later, on either engine. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof StoreError) return error.retryable;
  const code = getCode(error);
  return code !== undefined && (RETRYABLE_SQLSTATE.test(code) || RETRYABLE_SOCKET.test(code));
}

/** SQLSTATE classes 08, 53 and 57, broken sockets, a full disk, and the store's own codes for the same. */
const UNAVAILABLE = /^(08|53|57|ECONN|EPIPE|ENOSPC|EDQUOT|EFBIG|statement_timeout|transaction_|store_|outcome_unknown)/;

/** True when the store is unreachable or overloaded. */
export function isStoreUnavailable(error: unknown): boolean {
  return UNAVAILABLE.test(getCode(error) ?? '');
}

/** Data exceptions (22), constraint violations (23) and exceeded limits (54). */
const INVALID_DATA_SQLSTATE = /^(22|23|54)...$/;

/** True when the store rejects the data itself, so that a retry cannot succeed. */
export function isInvalidData(error: unknown): boolean {
  return INVALID_DATA_SQLSTATE.test(getCode(error) ?? '');
}

function getCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
