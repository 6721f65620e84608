import pino from 'pino';

export interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** A signed token begins with `eyJ`; a bearer names itself. */
const TOKENS = /eyJ[\w-]{8,}(\.[\w-]*){0,4}|\bbearer\s+[^\s"']+/gi;

/** Structured logs on standard output. What could be a token is never written, wherever it stands. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: serializeError },
    hooks: { streamWrite: (line) => line.replace(TOKENS, '(hidden)') },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An error with its causes, without the request it was made with: that carries the bot's own token. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause === undefined ? {} : { cause: serializeError(cause) }) };
}
