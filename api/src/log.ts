import pino from 'pino';

export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

const SECRET = '(hidden)';

/** Structured logs on standard output. What could be a token is never written, whoever passes it. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { error: serializeError, cause: serializeError },
    redact: {
      paths: ['authorization', 'token', 'assertion', '*.authorization', '*.token', '*.assertion', '*.headers'],
      censor: SECRET,
    },
  });
}

/** An error with its causes; anything that looks like a token in its words is taken out. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return hideTokens(String(error));
  return {
    name: error.name,
    message: hideTokens(error.message),
    code: 'code' in error ? error.code : undefined,
    stack: error.stack && hideTokens(error.stack),
    cause: error.cause === undefined ? undefined : serializeError(error.cause),
  };
}

/** A signed token begins with `eyJ`; a bearer header or a key names itself. */
export function hideTokens(text: string): string {
  return text
    .replace(/eyJ[\w-]{8,}(\.[\w-]+){0,2}/g, SECRET)
    .replace(/(bearer|api[-_]?key|client_secret|assertion|refresh_token)(["':=\s]+)[^\s"'&,}]+/gi, `$1$2${SECRET}`);
}
