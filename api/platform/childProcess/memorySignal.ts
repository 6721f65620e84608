/**
 * A child process that exceeds its memory limit kills itself with this signal, which tells the parent the reason. Its
 * default action also ends a busy process.
 */
export const MEMORY_SIGNAL = 'SIGUSR2';
