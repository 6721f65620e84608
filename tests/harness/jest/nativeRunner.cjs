const { flushCompileCache } = require('node:module');
const { dirname, join } = require('node:path');
const { pathToFileURL } = require('node:url');
require('./exitQuickly.cjs');

const adapter = join(dirname(require.resolve('jest-circus')), 'jestAdapterInit.js');

/**
 * A jest `testRunner` that imports test files with Node itself instead of jest's module system. Node runs the TypeScript, and
 * all files of a worker share the loaded modules, which took a third of the time when each file loaded its own. Jest's own
 * circus still runs the tests, so hooks, `each`, time limits and reports stay the same. Mocks of modules do not exist here.
 */
module.exports = async function runNatively(globalConfig, config, _environment, runtime, testPath, sendMessageToJest) {
  // The adapter keeps the tests of one file, so every file gets its own.
  delete require.cache[adapter];
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
