const { dirname, join } = require('node:path');
const vm = require('node:vm');
const runner = require('jest-circus/runner');
require('./exitQuickly.cjs');

/** Compiled modules by file name. */
const scripts = new Map();
/** Functions for the dynamic imports of each module, by file name; they belong to the current test file. */
const importers = new Map();
const { compileFunction } = vm;

/**
 * Compiles a module once per worker. Jest loads every module again for each test file and compiles it again, which took a
 * third of the time; a script keeps its compiled functions, also the lazy ones, for the contexts of later files.
 */
vm.compileFunction = function compileOnce(code, parameters = [], options = {}) {
  const { filename, parsingContext } = options;
  if (!parsingContext) return compileFunction(code, parameters, options);
  let entry = scripts.get(filename);
  if (entry?.code !== code) {
    const start = `(function (${parameters.join(', ')}) {`;
    const importModuleDynamically = (...args) => importers.get(filename)(...args);
    const scriptOptions = { filename, columnOffset: -start.length, importModuleDynamically };
    entry = { code, script: new vm.Script(`${start}${code}\n})`, scriptOptions) };
    scripts.set(filename, entry);
  }
  importers.set(filename, options.importModuleDynamically);
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

// jsdom matches every CSS rule and copies all its declarations for each computed style, which took a third of the time. Role
// queries, toBeVisible and user-event read only these declarations. Nothing is hovered, printed or a pseudo-element here.
const USED_DECLARATION = /^\s*(?:display\s*:\s*none|opacity\s*:\s*0|visibility\s*:|pointer-events\s*:)/;
const UNMATCHED_RULE = /^\s*@|::|:hover|:active/;
const { prototype } = cssom.CSSStyleSheet;
const { insertRule } = prototype;

/** Replaced once per worker: all windows share the class, so a change for each would keep the window of every test file. */
prototype.insertRule = function insertIfUsed(rule, index) {
  const [selectors, body = ''] = rule.split(/[{}]/, 2);
  const used = UNMATCHED_RULE.test(selectors) ? [] : body.split(';').filter((text) => USED_DECLARATION.test(text));
  if (used.length === 0) return 0;
  return insertRule.call(this, `${selectors}{${used.join(';')}}`, Math.min(index ?? 0, this.cssRules.length));
};

const runTests = runner.default ?? runner;

module.exports = async function runAndForget(...args) {
  try {
    return await runTests(...args);
  } finally {
    // Each keeps the window of its test file in memory.
    importers.clear();
  }
};
