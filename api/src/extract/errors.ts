export const extractionErrors = {
  locked: 'The file is protected with a password.',
  broken: 'The file is damaged.',
  no_text: 'No text was found in the file.',
  too_big_inside: 'The file holds more than can be read.',
  too_slow: 'Reading the file took too long.',
  too_much_memory: 'Reading the file needs too much memory.',
  unsupported: 'Files of this type cannot be read.',
  cancelled: 'Reading the file was cancelled.',
} as const;

export type ExtractionErrorCode = keyof typeof extractionErrors;

/** Why no text came out of a file. `reason` is one sentence that a person may read. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
  readonly code: ExtractionErrorCode;
  readonly reason: string;
  /** True where the file is not to blame (its reader was killed from outside) and a second try may succeed. */
  readonly retryable: boolean;

  constructor(code: ExtractionErrorCode, options: { reason?: string; cause?: unknown; retryable?: boolean } = {}) {
    const reason = options.reason ?? extractionErrors[code];
    super(`${code}: ${reason}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = reason;
    this.retryable = options.retryable ?? false;
  }
}

/** Whatever a parser threw, as an ExtractionError: its own where it is one, else `broken` with the cause kept. */
export function toExtractionError(error: unknown): ExtractionError {
  return error instanceof ExtractionError ? error : new ExtractionError('broken', { cause: error });
}
