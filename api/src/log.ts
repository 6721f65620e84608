import pino from 'pino';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const SECRET = '(hidden)';

/** Structured logs on standard output. What could be a token is never written, whoever passes it and wherever it stands. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: serializeError, err: serializeError, cause: serializeError },
    hooks: { streamWrite: hideTokens },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** An error with its causes. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return String(error);
  return {
    name: error.name,
    message: error.message,
    code: 'code' in error ? error.code : undefined,
    stack: error.stack,
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  };
}

/** A signed token begins with `eyJ`, a key of a model service with `sk-`; a bearer or a field names itself. */
const TOKENS = /eyJ[\w-]{8,}(\.[\w-]*){0,4}|\bsk-[\w-]{8,}/g;
const NAMED =
  /(\bbearer\s+|\b(?:api[-_ ]?key(?: provided)?|password|client_secret|\w*(?:token|assertion|authorization))\\*["']?\s*[:=]\s*\\*["']?(?:(?:bearer|basic)\s+)?)[^\s"'&,}\\]+/gi;

/** Takes out what could be a token; a line of JSON stays one. */
export function hideTokens(text: string): string {
  return text.replace(TOKENS, SECRET).replace(NAMED, `$1${SECRET}`);
}
