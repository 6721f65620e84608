import { findElement } from './findElement.js';

const DURATION_MS = 6_000;

/**
 * Shows a link that the host would open or share.
 *
 * @param {string} label
 * @param {string} url
 * @param {string} [target] Where the link leads; default: `url`.
 */
export function showLink(label, url, target = url) {
  const toast = document.createElement('p');
  const link = document.createElement('a');
  Object.assign(link, { href: target, target: '_blank', rel: 'noopener', textContent: url });
  toast.append(`${label}: `, link);
  findElement('.toasts').append(toast);
  setTimeout(() => toast.remove(), DURATION_MS);
}
