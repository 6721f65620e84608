/**
 * Creates an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} [properties]
 * `on…` are listeners; `true` sets an attribute without a value, `false` omits it.
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function createElement(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name A symbol of icons.svg. */
export function createIcon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `/icons.svg#${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

/**
 * Creates a button with an icon. Its label is a tooltip and is read by screen readers.
 *
 * @param {string} icon
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {Record<string, string | boolean>} [properties]
 */
export function createIconButton(icon, label, onclick, properties = {}) {
  return createElement(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...properties },
    createIcon(icon),
  );
}
