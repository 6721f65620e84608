/**
 * Makes V8 compile WebAssembly only with its baseline compiler. PGlite starts in half the time, and no test runs long enough
 * to gain from optimization. Only `npm test` sets it, so that benches measure production behavior.
 */
export const BASELINE_WASM_FLAG = '--liftoff-only';

/** Returns the flag for a child process if this process has it. */
export const getInheritedWasmFlag = (): string[] => process.execArgv.filter((flag) => flag === BASELINE_WASM_FLAG);
