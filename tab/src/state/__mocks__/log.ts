/** Failures that a test causes on purpose are not printed. */
export const logFailure = jest.fn();
