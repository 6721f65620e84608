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
