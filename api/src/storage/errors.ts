/** What can go wrong in the store itself; errors of SQL statements keep PostgreSQL's own codes. */
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

/** Nothing of the work was kept when one of these is thrown, so the same work may be tried again. */
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

const UNIQUE_VIOLATION = '23505';

/** True when `error` says that a row breaks a unique rule; with `constraint`, that very rule. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (codeOf(error) !== UNIQUE_VIOLATION) return false;
  return constraint === undefined || (error as { constraint?: string }).constraint === constraint;
}

/**
 * Lost connections (08), serialisation and deadlock (40), too many connections (53300), a server that
 * stops (57P01–57P03) and statement or idle-transaction time-outs (57014, 25P03).
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const RETRYABLE_SQLSTATE = /^(08...|40001|40P01|53300|57014|57P0[1-3]|25P03)$/;
const RETRYABLE_SOCKET = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;

/** True when the same work may succeed a moment later, on either engine. */
export function isRetryable(error: unknown): boolean {
  if (error instanceof StoreError) return error.retryable;
  const code = codeOf(error);
  return code !== undefined && (RETRYABLE_SQLSTATE.test(code) || RETRYABLE_SOCKET.test(code));
}

/** True when a statement was stopped because it ran too long, on either engine. */
export function isStatementTimeout(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'statement_timeout' || code === '57014';
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
