import { part } from './parts.js';

/** How long a toast stays, in milliseconds. */
const STAYS_MS = 6_000;

/**
 * Says what the host did with a link, with the link to follow it.
 *
 * @param {string} words
 * @param {string} url
 * @param {string} [follow] Where the link leads; default: `url`.
 */
export function showLink(words, url, follow = url) {
  const toast = document.createElement('p');
  const link = document.createElement('a');
  Object.assign(link, { href: follow, target: '_blank', rel: 'noopener', textContent: url });
  toast.append(`${words}: `, link);
  part('.toasts').append(toast);
  setTimeout(() => toast.remove(), STAYS_MS);
}
