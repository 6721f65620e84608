import { element } from './elements.js';

/**
 * @typedef {object} Claim
 * @property {number} position
 * @property {{ name: string, abstract: string, url?: string, keywords?: string[] }} appearance
 *
 * @typedef {(url: string) => void} Follow
 */

const AI_ENTITY = 'https://schema.org/Message';

/** @param {import('./channel.js').Activity} activity */
function labelOf(activity) {
  return activity.entities.find(({ type }) => type === AI_ENTITY);
}

/** Whether a message says that a model wrote it. @param {import('./channel.js').Activity} activity */
export function isByAi(activity) {
  return labelOf(activity)?.['additionalType']?.includes('AIGeneratedContent') ?? false;
}

/** @param {import('./channel.js').Activity} activity @returns {Claim[]} */
export function claimsOf(activity) {
  return labelOf(activity)?.['citation'] ?? [];
}

/**
 * The number in the text: with the pointer or the focus on it, its source is shown; pressed, the source is opened.
 *
 * @param {Claim} claim
 * @param {Follow} follow
 */
export function markOf({ position, appearance }, follow) {
  const { name, abstract, keywords = [], url } = appearance;
  const id = `citation-${crypto.randomUUID()}`;
  const card = element(
    'span',
    { class: 'citation-card', role: 'tooltip', id },
    element('strong', {}, name),
    element('span', {}, abstract),
    keywords.length > 0 ? element('span', { class: 'quiet' }, keywords.join(' · ')) : null,
  );
  const onclick = () => url && follow(url);
  const label = `Reference ${position}: ${name}`;
  const named = { 'aria-label': label, 'aria-describedby': id };
  const button = element('button', { type: 'button', 'data-inline': true, ...named, onclick }, `${position}`);
  const mark = element('span', { class: 'citation' }, button, card);
  for (const name of ['pointerenter', 'focusin']) mark.addEventListener(name, () => keepInside(card));
  mark.addEventListener('keydown', (event) => event.key === 'Escape' && button.blur());
  return mark;
}

/** Moves a source's card sideways until it lies within the messages. @param {HTMLElement} card */
function keepInside(card) {
  const edge = 8;
  const room = card.closest('.chat-messages')?.getBoundingClientRect();
  card.style.translate = '0';
  const box = card.getBoundingClientRect();
  if (!room) return;
  const over = Math.max(0, box.right - room.right + edge);
  card.style.translate = `${over > 0 ? -over : Math.max(0, room.left + edge - box.left)}px`;
  card.classList.toggle('below', box.top < room.top);
}

/**
 * All sources under a message, folded as Teams folds them.
 *
 * @param {Claim[]} claims
 * @param {Follow} follow
 */
export function referencesOf(claims, follow) {
  if (claims.length === 0) return null;
  const count = claims.length === 1 ? '1 reference' : `${claims.length} references`;
  const items = claims.map(({ position, appearance: { name, url } }) => {
    const onclick = () => url && follow(url);
    return element('li', { value: `${position}` }, element('button', { type: 'button', class: 'link', onclick }, name));
  });
  return element('details', { class: 'references' }, element('summary', {}, count), element('ol', {}, ...items));
}
