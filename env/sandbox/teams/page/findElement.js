/**
 * Finds the element with a selector.
 *
 * @param {string} selector
 * @param {ParentNode} [parent]
 * @returns {HTMLElement}
 * @throws Error if there is none: page.html and the scripts do not match.
 */
export function findElement(selector, parent = document) {
  const element = parent.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`The host page has no ${selector}.`);
  return element;
}
