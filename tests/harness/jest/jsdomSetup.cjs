const { TextDecoder, TextEncoder } = require('node:util');
const { deserialize, serialize } = require('node:v8');

// teams-js fetches its list of valid domains on import and ends the process when there is no fetch.
globalThis.fetch ??= () => Promise.reject(new Error('no network in unit tests'));
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
globalThis.structuredClone ??= (value) => deserialize(serialize(value));
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// slate asks an input event for its ranges and an element whether it can be edited; jsdom knows neither.
InputEvent.prototype.getTargetRanges ??= () => [];
Object.defineProperty(HTMLElement.prototype, 'isContentEditable', {
  configurable: true,
  get() {
    const host = this.closest('[contenteditable]');
    return Boolean(host) && host.getAttribute('contenteditable') !== 'false';
  },
});

// jsdom matches every rule of every sheet for each computed style. Only these properties are read: by queries by role, by
// toBeVisible and by user-event. Without Fluent's other rules the same tests take half the time.
const READ = /[{;]\s*(?:display|visibility|opacity|pointer-events|content)\s*:/;
const { insertRule } = CSSStyleSheet.prototype;
CSSStyleSheet.prototype.insertRule = function insertIfRead(rule, at) {
  return READ.test(rule) ? insertRule.call(this, rule, Math.min(at ?? 0, this.cssRules.length)) : 0;
};
