/**
 * Notes a failure that a person need not know of, such as a full browser storage. What failed is a fixed sentence;
 * nothing a person wrote and no token may be part of it.
 */
export function logFailure(what: string, cause: unknown): void {
  console.warn(what, cause);
}
