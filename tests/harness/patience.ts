/**
 * How long a test waits in milliseconds for something that must happen. Only a failing test waits that long, so the
 * limit is far above what any step takes on a busy machine. All waits use this limit.
 */
export const PATIENCE_MS = 120_000;
