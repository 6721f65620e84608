const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };
const words: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal error' };

type Entry = { level: number; msg: string; error?: { message?: string }; cause?: { message?: string } };

/**
 * How a line of the API's log is shown in a terminal: warnings and worse, in one readable line; null for the rest.
 * A line that is no log entry is shown as it is.
 *
 * @param level The LOG_LEVEL somebody asked for by name: then that decides what is shown.
 */
export function quietLine(line: string, level: string | undefined): string | null {
  const entry = parse(line);
  if (!entry) return line.trim() === '' || isNodeNotice(line) ? null : line;
  if (entry.level < (levels[level ?? 'warn'] ?? 40)) return null;
  const reason = (entry.error ?? entry.cause)?.message;
  return `${words[entry.level] ?? 'note'}: ${entry.msg}${reason ? ` (${reason})` : ''}`;
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    // A line that only looks like an entry is shown as it is.
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'level' in value && 'msg' in value;
}

/** Node's remarks on features it still calls experimental tell a person who starts AVA nothing. */
function isNodeNotice(line: string): boolean {
  return /^\(node:\d+\) ExperimentalWarning|^\(Use `node --trace-warnings/.test(line);
}
