/** Failures that a story brings about need not be told to who runs it. */
export const logFailure = jest.fn();
