import { isAvaError } from '#contract/errors.ts';
import { getGraphCodes, getGraphStatus } from '#api/graph/client/graphErrors.ts';

/** Codes of Graph for a mailbox or a drive that is full. */
const FULL: ReadonlySet<string> = new Set(['ErrorQuotaExceeded', 'QuotaExceededException', 'quotaLimitReached']);
const INSUFFICIENT_STORAGE = 507;

/** Whether Graph refused to store something because a quota is used up. */
export function isStorageFull(error: unknown): boolean {
  if (!isAvaError(error)) return false;
  return getGraphStatus(error) === INSUFFICIENT_STORAGE || getGraphCodes(error).some((code) => FULL.has(code));
}
