/**
 * Makes an element.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string | boolean | ((event: Event) => void)>} [properties]
 * `on…` are listeners; `true` sets an attribute without a value, `false` leaves it out.
 * @param {...(Node | string | null)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== false) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name A symbol of icons.svg. */
export function icon(name) {
  const svg = document.createElementNS(SVG, 'svg');
  const use = document.createElementNS(SVG, 'use');
  use.setAttribute('href', `/icons.svg#${name}`);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(use);
  return svg;
}

/**
 * A button that is an icon, with its name for those who listen and for the pointer.
 *
 * @param {string} name
 * @param {string} label
 * @param {(event: Event) => void} onclick
 * @param {Record<string, string | boolean>} [more]
 */
export function iconButton(name, label, onclick, more = {}) {
  return element(
    'button',
    { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick, ...more },
    icon(name),
  );
}
