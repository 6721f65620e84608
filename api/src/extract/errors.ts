export const extractionErrors = {
  locked: 'The file is protected with a password.',
  broken: 'The file is damaged.',
  no_text: 'No text was found in the file.',
  too_big_inside: 'The file holds more than can be read.',
  too_slow: 'Reading the file took too long.',
  too_much_memory: 'Reading the file needs too much memory.',
  unsupported: 'Files of this type cannot be read.',
  canceled: 'Reading the file was canceled.',
} as const;

export type ExtractionErrorCode = keyof typeof extractionErrors;

/** Why a file could not be extracted. `reason` is a sentence for people. */
export class ExtractionError extends Error {
  override readonly name = 'ExtractionError';
  readonly code: ExtractionErrorCode;
  readonly reason: string;
  /** True if the child process was killed from outside, so that another attempt can succeed. */
  readonly retryable: boolean;

  constructor(code: ExtractionErrorCode, options: { reason?: string; cause?: unknown; retryable?: boolean } = {}) {
    const reason = options.reason ?? extractionErrors[code];
    super(`${code}: ${reason}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.reason = reason;
    this.retryable = options.retryable ?? false;
  }
}

/** Turns any error of a parser into an ExtractionError: `broken`, with the error as its cause. */
export function toExtractionError(error: unknown): ExtractionError {
  return error instanceof ExtractionError ? error : new ExtractionError('broken', { cause: error });
}
