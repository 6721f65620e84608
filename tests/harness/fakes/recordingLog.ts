import type { Log } from '#platform/log.ts';

export interface RecordingLog extends Log {
  /** `level message` of every line, oldest first. */
  lines: string[];
}

/** A log that a test can read. */
export function createRecordingLog(): RecordingLog {
  const lines: string[] = [];
  const record = (level: string) => (_fields: object, message: string) => void lines.push(`${level} ${message}`);
  return { lines, debug: record('debug'), info: record('info'), warn: record('warn'), error: record('error') };
}

export const silentLog: Log = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};
