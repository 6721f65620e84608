/**
 * The element of the page that a selector names.
 *
 * @param {string} selector
 * @param {ParentNode} [within]
 * @returns {HTMLElement}
 * @throws Error when the page has no such element: page.html and the scripts have come apart.
 */
export function part(selector, within = document) {
  const found = within.querySelector(selector);
  if (!(found instanceof HTMLElement)) throw new Error(`The host page has no ${selector}.`);
  return found;
}
