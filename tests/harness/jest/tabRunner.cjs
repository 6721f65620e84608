const { dirname, join } = require('node:path');
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

const jsdom = require.resolve('jsdom', { paths: [require.resolve('jest-environment-jsdom')] });
const cssom = require(require.resolve('rrweb-cssom', { paths: [jsdom] }));
const defaultStyles = require(join(dirname(jsdom), 'jsdom/browser/default-stylesheet.js'));
const { parse } = cssom;

/**
 * Merges the rules of jsdom's default style sheet. Every computed style matches all its 120 rules and copies their
 * declarations; role queries, toBeVisible and user-event read only `display`. Rules that hide elements stay the last ones.
 */
cssom.parse = function parseMerged(text, ...rest) {
  const sheet = parse(text, ...rest);
  if (text !== defaultStyles) return sheet;
  const rules = [...sheet.cssRules].filter(({ style, selectorText }) => style?.display && !selectorText.includes('@'));
  const byDisplay = [...Map.groupBy(rules, ({ style }) => style.display)];
  const merged = byDisplay.map(([display, same]) => `${same.map((rule) => rule.selectorText)}{display:${display}}`);
  return parse(merged.toSorted((a, b) => a.endsWith('none}') - b.endsWith('none}')).join(''), ...rest);
};

module.exports = runner.default ?? runner;
