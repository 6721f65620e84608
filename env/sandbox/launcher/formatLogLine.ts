const levels: Record<string, number> = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };
const labels: Record<number, string> = { 40: 'warning', 50: 'error', 60: 'fatal error' };

type Entry = { level: number; msg: string; error?: { message?: string }; cause?: { message?: string } };

/**
 * Formats a line of the API's or bot's log for a terminal. Returns null for entries below `level`, empty lines and
 * Node's notices. Any other line that is not a log entry is returned unchanged.
 *
 * @param level LOG_LEVEL if it is set; the default is warnings and worse.
 */
export function formatLogLine(line: string, level: string | undefined): string | null {
  const entry = parse(line);
  if (!entry) return line.trim() === '' || isNodeNotice(line) ? null : line;
  if (entry.level < (levels[level ?? 'warn'] ?? 40)) return null;
  const reason = (entry.error ?? entry.cause)?.message;
  return `${labels[entry.level] ?? 'note'}: ${entry.msg}${reason ? ` (${reason})` : ''}`;
}

function parse(line: string): Entry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isEntry(value) ? value : undefined;
  } catch {
    // The line begins like a log entry, but is not JSON.
    return undefined;
  }
}

function isEntry(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && 'level' in value && 'msg' in value;
}

/** Node's warnings about experimental features are not useful to a person who starts AVA. */
function isNodeNotice(line: string): boolean {
  return /^\(node:\d+\) ExperimentalWarning|^\(Use `node --trace-warnings/.test(line);
}
