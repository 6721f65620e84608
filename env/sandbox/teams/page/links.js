const ENTITY_LINK = 'https://teams.microsoft.com/l/entity/';

const CHAT_LINK = 'https://teams.microsoft.com/l/chat/0/0';

/**
 * Creates Teams' deep link to an entity of AVA's tab.
 *
 * @param {string} appId
 * @param {{ id: string, label: string }} entity
 */
export function createDeepLink(appId, { id, label }) {
  const context = JSON.stringify({ subEntityId: id });
  return `${ENTITY_LINK}${appId}/home?${new URLSearchParams({ label, context })}`;
}

/**
 * Returns the sub-entity id of a deep link to AVA (empty if it has none), or null for any other link.
 *
 * @param {string} url
 * @param {string} appId
 */
export function getSubEntityId(url, appId) {
  if (!url.startsWith(`${ENTITY_LINK}${appId}/`)) return null;
  try {
    return String(JSON.parse(new URL(url).searchParams.get('context') ?? '{}').subEntityId ?? '');
  } catch {
    // A link with an invalid context also opens the app in Teams.
    return '';
  }
}

/**
 * Returns the text that a deep link puts into the composer of the bot's chat, or null for any other link.
 *
 * @param {string} url
 * @param {string} botId
 */
export function getBotMessage(url, botId) {
  if (!url.startsWith(`${CHAT_LINK}?`)) return null;
  const query = new URL(url).searchParams;
  return query.get('users') === `28:${botId}` ? (query.get('message') ?? '') : null;
}

/**
 * Whether a link downloads a file that AVA has made.
 *
 * @param {string} url
 * @param {string} tabUrl
 */
export function isDownload(url, tabUrl) {
  const { origin, pathname } = new URL(url);
  return origin === new URL(tabUrl).origin && pathname.includes('/exports/download/');
}
