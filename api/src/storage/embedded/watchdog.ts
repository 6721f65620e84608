import { StoreError } from '#api/storage/errors.ts';
import type { PGliteThread } from './pgliteThread.ts';

export interface WatchdogOptions {
  /** A statement that runs longer restarts the engine. Default 30 s. */
  statementMs?: number;
  /** A transaction without a statement for this long is rolled back. Default 30 s. */
  idleTransactionMs?: number;
  intervalMs?: number;
}

/**
 * Enforces the time limits: statement_timeout has no effect in the embedded engine, and a transaction that never ends
 * would block everyone. Reading the thread's shared cells costs the statements nothing and works while the thread is
 * busy. Returns the function that stops the watchdog.
 */
export function startWatchdog(thread: PGliteThread, options: WatchdogOptions = {}): () => void {
  const { statementMs = 30_000, idleTransactionMs = 30_000, intervalMs = 250 } = options;
  let last = { count: -1, running: 0, session: 0, since: 0 };
  const check = () => {
    if (!thread.ready) return;
    const { count, running, session, limitMs = statementMs } = thread.activity();
    const now = performance.now();
    const changed = count !== last.count || running !== last.running || session !== last.session;
    if (changed) last = { count, running, session, since: now };
    const unchangedMs = now - last.since;
    if (running !== 0 && unchangedMs > limitMs) void thread.restart(createStatementTimeout(limitMs));
    else if (running === 0 && session !== 0 && unchangedMs > idleTransactionMs)
      thread.abandon(session, createTransactionTimeout(idleTransactionMs));
  };
  const timer = setInterval(check, intervalMs).unref();
  return () => clearInterval(timer);
}

function createStatementTimeout(limitMs: number): StoreError {
  return new StoreError('statement_timeout', `A statement ran for more than ${limitMs / 1000} s and was stopped.`);
}

function createTransactionTimeout(limitMs: number): StoreError {
  return new StoreError(
    'transaction_timeout',
    `A transaction did nothing for ${limitMs / 1000} s and was rolled back. (A statement outside of it, awaited inside it, waits for its end.)`,
  );
}
