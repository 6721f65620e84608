import { createElement } from './elements.js';

/**
 * @typedef {object} Claim
 * @property {number} position
 * @property {{ name: string, abstract: string, url?: string, keywords?: string[] }} appearance
 *
 * @typedef {(url: string) => void} FollowLink
 */

const AI_ENTITY = 'https://schema.org/Message';

/** @param {import('./channelClient.js').Activity} activity */
function getAiEntity(activity) {
  return activity.entities.find(({ type }) => type === AI_ENTITY);
}

/** Whether a message is labeled as AI-generated. @param {import('./channelClient.js').Activity} activity */
export function isByAi(activity) {
  return getAiEntity(activity)?.['additionalType']?.includes('AIGeneratedContent') ?? false;
}

/** @param {import('./channelClient.js').Activity} activity @returns {Claim[]} */
export function getClaims(activity) {
  return getAiEntity(activity)?.['citation'] ?? [];
}

/**
 * Creates the button for `[n]` in the text. Hover and focus show the source; a press opens it.
 *
 * @param {Claim} claim
 * @param {FollowLink} followLink
 */
export function createCitationMark({ position, appearance }, followLink) {
  const { name, abstract, keywords = [], url } = appearance;
  const id = `citation-${crypto.randomUUID()}`;
  const card = createElement(
    'span',
    { class: 'citation-card', role: 'tooltip', id },
    createElement('strong', {}, name),
    createElement('span', {}, abstract),
    keywords.length > 0 ? createElement('span', { class: 'quiet' }, keywords.join(' · ')) : null,
  );
  const onclick = () => url && followLink(url);
  const label = `Reference ${position}: ${name}`;
  const labels = { 'aria-label': label, 'aria-describedby': id };
  const button = createElement('button', { type: 'button', 'data-inline': true, ...labels, onclick }, `${position}`);
  const mark = createElement('span', { class: 'citation' }, button, card);
  for (const name of ['pointerenter', 'focusin']) mark.addEventListener(name, () => moveInside(card));
  mark.addEventListener('keydown', (event) => event.key === 'Escape' && button.blur());
  return mark;
}

/** Moves a citation card so that the message list does not clip it. @param {HTMLElement} card */
function moveInside(card) {
  const margin = 8;
  const list = card.closest('.chat-messages')?.getBoundingClientRect();
  card.style.translate = '0';
  const box = card.getBoundingClientRect();
  if (!list) return;
  const overflow = Math.max(0, box.right - list.right + margin);
  card.style.translate = `${overflow > 0 ? -overflow : Math.max(0, list.left + margin - box.left)}px`;
  card.classList.toggle('below', box.top < list.top);
}

/**
 * Creates the collapsed list of a message's sources.
 *
 * @param {Claim[]} claims
 * @param {FollowLink} followLink
 */
export function createReferences(claims, followLink) {
  if (claims.length === 0) return null;
  const count = claims.length === 1 ? '1 reference' : `${claims.length} references`;
  const items = claims.map(({ position, appearance: { name, url } }) => {
    const onclick = () => url && followLink(url);
    const button = createElement('button', { type: 'button', class: 'link', onclick }, name);
    return createElement('li', { value: `${position}` }, button);
  });
  const summary = createElement('summary', {}, count);
  return createElement('details', { class: 'references' }, summary, createElement('ol', {}, ...items));
}
