const { TextDecoder, TextEncoder } = require('node:util');
const { deserialize, serialize } = require('node:v8');

// teams-js fetches its list of valid domains on import; without fetch it ends the process.
globalThis.fetch ??= () => Promise.reject(new Error('no network in unit tests'));
globalThis.TextEncoder ??= TextEncoder;
globalThis.TextDecoder ??= TextDecoder;
globalThis.structuredClone ??= (value) => deserialize(serialize(value));
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
// slate uses getTargetRanges and isContentEditable, which jsdom lacks.
InputEvent.prototype.getTargetRanges ??= () => [];
Object.defineProperty(HTMLElement.prototype, 'isContentEditable', {
  configurable: true,
  get() {
    const host = this.closest('[contenteditable]');
    return Boolean(host) && host.getAttribute('contenteditable') !== 'false';
  },
});

// jsdom matches every CSS rule and copies all its declarations for each computed style, which took a third of the time. Role
// queries, toBeVisible and user-event read only these declarations. Nothing is hovered, printed or a pseudo-element here.
const USED_DECLARATION = /^\s*(?:display\s*:\s*none|opacity\s*:\s*0|visibility\s*:|pointer-events\s*:)/;
const UNMATCHED_RULE = /^\s*@|::|:hover|:active/;
const { insertRule } = CSSStyleSheet.prototype;
CSSStyleSheet.prototype.insertRule = function insertIfUsed(rule, index) {
  const [selectors, body = ''] = rule.split(/[{}]/, 2);
  const used = UNMATCHED_RULE.test(selectors) ? [] : body.split(';').filter((text) => USED_DECLARATION.test(text));
  if (used.length === 0) return 0;
  return insertRule.call(this, `${selectors}{${used.join(';')}}`, Math.min(index ?? 0, this.cssRules.length));
};
