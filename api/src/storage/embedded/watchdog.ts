import { StoreError } from '../errors.ts';
import type { PGliteThread } from './thread.ts';

export interface WatchdogOptions {
  /** A statement that runs longer ends the engine. Default 30 s. */
  statementMs?: number;
  /** A transaction without a statement for so long is rolled back. Default 30 s. */
  idleTransactionMs?: number;
  intervalMs?: number;
}

/**
 * statement_timeout has no effect in the embedded engine, and one caller that never ends its transaction would
 * stop all others. Looks at the thread's shared cells, so a statement costs nothing and a busy thread can be seen.
 * Returns the function that ends it.
 */
export function startWatchdog(thread: PGliteThread, options: WatchdogOptions = {}): () => void {
  const { statementMs = 30_000, idleTransactionMs = 30_000, intervalMs = 250 } = options;
  let seen = { count: -1, running: 0, session: 0, since: 0 };
  const look = () => {
    if (!thread.ready) return;
    const { count, running, session, limitMs = statementMs } = thread.activity();
    const now = performance.now();
    const changed = count !== seen.count || running !== seen.running || session !== seen.session;
    if (changed) seen = { count, running, session, since: now };
    const still = now - seen.since;
    if (running !== 0 && still > limitMs) void thread.restart(tooLong(limitMs));
    else if (running === 0 && session !== 0 && still > idleTransactionMs)
      thread.abandon(session, idle(idleTransactionMs));
  };
  const timer = setInterval(look, intervalMs).unref();
  return () => clearInterval(timer);
}

function tooLong(limitMs: number): StoreError {
  return new StoreError('statement_timeout', `A statement ran for more than ${limitMs / 1000} s and was stopped.`);
}

function idle(limitMs: number): StoreError {
  return new StoreError(
    'transaction_timeout',
    `A transaction did nothing for ${limitMs / 1000} s and was rolled back. (A statement outside of it, awaited inside it, waits for its end.)`,
  );
}
