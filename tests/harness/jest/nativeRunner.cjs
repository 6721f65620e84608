const { flushCompileCache } = require('node:module');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
require('./exitQuickly.cjs');

/** Enough for the test and its helpers; Playwright creates an error for each call. */
const STACK_FRAMES = 20;
const adapter = join(dirname(require.resolve('jest-circus')), 'jestAdapterInit.js');

/**
 * Forgets the tests of the file before. Circus keeps them and its event handlers in properties of the global object, which
 * jest renews for each test file: here, every event would be sent once more for each file.
 */
function forgetTests() {
  for (const symbol of Object.getOwnPropertySymbols(globalThis))
    if (['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'].includes(symbol.description)) delete globalThis[symbol];
  module.children = module.children.filter(({ id }) => id !== adapter);
  // The adapter keeps the tests of one file, so every file gets its own.
  delete require.cache[adapter];
}

/**
 * A jest `testRunner` that imports test files with Node itself instead of jest's module system. Node runs the TypeScript, and
 * all files of a worker share the loaded modules, which took a third of the time when each file loaded its own. Jest's own
 * circus still runs the tests, so hooks, `each`, time limits and reports stay the same. Mocks of modules do not exist here.
 */
module.exports = async function runNatively(globalConfig, config, _environment, runtime, testPath, sendMessageToJest) {
  forgetTests();
  // Jest translates each stack of 100 frames with source maps. Node keeps the positions of TypeScript without them.
  delete Error.prepareStackTrace;
  Error.stackTraceLimit = STACK_FRAMES;
  const { initialize, runAndTransformResultsToJestFormat } = require(adapter);
  await initialize({
    config,
    globalConfig,
    environment: { global: globalThis },
    runtime,
    localRequire: require,
    parentProcess: process,
    sendMessageToJest,
    setGlobalsForRuntime: () => undefined,
    testPath,
  });
  const setupAfterEnvStart = Date.now();
  await import(pathToFileURL(testPath).href);
  // A worker does not write it when it exits.
  flushCompileCache();
  return runAndTransformResultsToJestFormat({
    config,
    globalConfig,
    setupAfterEnvPerfStats: { setupAfterEnvStart, setupAfterEnvEnd: Date.now() },
    testPath,
  });
};
