const { createElement } = require('react');

/**
 * Mocks Fluent's icons with empty SVG elements. Loading the four thousand real ones takes longer than the tests of a file;
 * journeys and pictures use the real ones.
 */
module.exports = new Proxy(
  { __esModule: true, bundleIcon: (filled) => filled, createFluentIcon: createIcon },
  {
    get: (icons, name) =>
      (icons[name] ??= typeof name === 'string' && /^[A-Z]/.test(name) ? createIcon(name) : undefined),
  },
);

function createIcon(name) {
  return Object.assign(
    ({ primaryFill: _fill, filled: _filled, title, ...rest }) =>
      createElement('svg', { ...rest, 'data-icon': name, 'aria-hidden': rest['aria-label'] ? undefined : true }, title),
    { displayName: name },
  );
}
