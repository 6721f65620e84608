const ENTITY_LINK = 'https://teams.microsoft.com/l/entity/';

const CHAT_LINK = 'https://teams.microsoft.com/l/chat/0/0';

/**
 * The deep link to a place inside AVA, as Teams writes it.
 *
 * @param {string} appId
 * @param {{ id: string, label: string }} place
 */
export function deepLink(appId, { id, label }) {
  const context = JSON.stringify({ subEntityId: id });
  return `${ENTITY_LINK}${appId}/home?${new URLSearchParams({ label, context })}`;
}

/**
 * The sub-entity id a deep link to AVA leads to ('' for AVA itself), or null when it leads elsewhere.
 *
 * @param {string} url
 * @param {string} appId
 */
export function placeInside(url, appId) {
  if (!url.startsWith(`${ENTITY_LINK}${appId}/`)) return null;
  try {
    return String(JSON.parse(new URL(url).searchParams.get('context') ?? '{}').subEntityId ?? '');
  } catch {
    // A link with a broken context still opens the app, as it does in Teams.
    return '';
  }
}

/**
 * The words that a deep link puts into the composer of the chat with the bot, or null when it leads elsewhere.
 *
 * @param {string} url
 * @param {string} botId
 */
export function wordsForBot(url, botId) {
  if (!url.startsWith(`${CHAT_LINK}?`)) return null;
  const query = new URL(url).searchParams;
  return query.get('users') === `28:${botId}` ? (query.get('message') ?? '') : null;
}
