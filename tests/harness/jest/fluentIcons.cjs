const { createElement } = require('react');

/**
 * Fluent's icons for jsdom: a drawing without lines under the icon's name. Loading the four thousand real ones costs each
 * test file longer than its tests; the journeys and the pictures show them.
 */
module.exports = new Proxy(
  { __esModule: true, bundleIcon: (filled) => filled, createFluentIcon: iconNamed },
  {
    get: (made, name) => (made[name] ??= typeof name === 'string' && /^[A-Z]/.test(name) ? iconNamed(name) : undefined),
  },
);

function iconNamed(name) {
  return Object.assign(
    ({ primaryFill: _fill, filled: _filled, title, ...rest }) =>
      createElement('svg', { ...rest, 'data-icon': name, 'aria-hidden': rest['aria-label'] ? undefined : true }, title),
    { displayName: name },
  );
}
