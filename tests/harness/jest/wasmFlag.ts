/**
 * V8 compiles WebAssembly once and without optimizing. PGlite starts in half of the time, and no test runs long enough to
 * profit from more. Only `npm test` sets it, so that benches measure what is in use.
 */
export const CHEAP_WASM = '--liftoff-only';

/** The flag for a child, where this process runs with it. */
export const inheritedWasmFlag = (): string[] => process.execArgv.filter((flag) => flag === CHEAP_WASM);
