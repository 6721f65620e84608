const vm = require('node:vm');
const runner = require('jest-circus/runner');
require('./exitQuickly.cjs');

/** Compiled modules by file name. */
const scripts = new Map();
const { compileFunction } = vm;

/**
 * Compiles a module once per worker. Jest loads every module again for each test file and compiles it again, which took a
 * third of the time; a script keeps its compiled functions, also the lazy ones, for the contexts of later files.
 */
vm.compileFunction = function compileOnce(code, parameters = [], options = {}) {
  const { filename, parsingContext } = options;
  let entry = scripts.get(filename);
  if (entry?.code !== code) {
    // A dynamic import belongs to the test file that compiled it.
    if (!parsingContext || /\bimport\s*\(/.test(code)) return compileFunction(code, parameters, options);
    const start = `(function (${parameters.join(', ')}) {`;
    entry = { code, script: new vm.Script(`${start}${code}\n})`, { filename, columnOffset: -start.length }) };
    scripts.set(filename, entry);
  }
  return entry.script.runInContext(parsingContext);
};

module.exports = runner.default ?? runner;
