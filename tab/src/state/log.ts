/**
 * Logs a failure that the person does not need to know about, such as full browser storage. `what` is a fixed sentence:
 * it must contain no text of a person and no token.
 */
export function logFailure(what: string, cause: unknown): void {
  console.warn(what, cause);
}
