/** Does not print failures, because tests cause them deliberately. */
export const logFailure = jest.fn();
