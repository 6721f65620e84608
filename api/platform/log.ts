import pino from 'pino';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const SECRET = '(hidden)';

/** Writes structured logs to standard output, without anything that could be a token. */
export function createLog(level: string, destination?: pino.DestinationStream): Log {
  const options: pino.LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: serializeError, err: serializeError, cause: serializeError },
    hooks: { streamWrite: redact },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Keeps the usual fields of an error and its causes. Errors of HTTP clients also contain the request and its token. */
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

/** A signed token begins with `eyJ`, a key of a model service with `sk-`. */
const TOKENS = /eyJ[\w-]{8,}(\.[\w-]*){0,4}|\bsk-[\w-]{8,}/g;
/** A bearer token. It ends before an escaped quotation mark, so that a line of JSON remains JSON. */
const BEARER = /(\bbearer\s+)(?:[^\s"'\\]|\\+(?!["'\\]))+/gi;
const NAMED_SECRETS =
  /(\b(?:api[-_ ]?key(?: provided)?|password|client_secret|\w*(?:token|assertion|authorization))\\*["']?\s*[:=]\s*\\*["']?(?:(?:bearer|basic)\s+)?)[^\s"'&,}\\]+/gi;

/** Replaces what could be a token; a line of JSON remains JSON. */
export function redact(text: string): string {
  return text.replace(TOKENS, SECRET).replace(BEARER, `$1${SECRET}`).replace(NAMED_SECRETS, `$1${SECRET}`);
}
