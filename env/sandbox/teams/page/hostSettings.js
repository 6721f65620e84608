/**
 * The settings of the sandbox's host page. They are kept in the page's query, so that its URL can be bookmarked:
 * `/?person=ben&theme=dark&width=400&session=expired&tokenLife=30&sub=CONVERSATION`.
 * Default values are left out of the query.
 *
 * @typedef {object} HostSettings
 * @property {string} person Key of a person of the sandbox.
 * @property {'default' | 'dark' | 'contrast'} theme
 * @property {'full' | '1280' | '680' | '400'} width Width of the tab in pixels, without the app bar beside it.
 * @property {'live' | 'expired' | 'refused'} session Result of getAuthToken: a token, an expired one, or an error.
 * @property {number} tokenLife Lifetime of tokens in seconds.
 * @property {'closed' | 'open'} chat Whether the chat with the bot is shown.
 * @property {string} sub Sub-entity id of the deep link that opens the app.
 */

/** @type {HostSettings} */
const defaults = {
  person: 'ada',
  theme: 'default',
  width: 'full',
  session: 'live',
  chat: 'closed',
  tokenLife: 3600,
  sub: '',
};

const choices = {
  theme: ['default', 'dark', 'contrast'],
  width: ['full', '1280', '680', '400'],
  session: ['live', 'expired', 'refused'],
  chat: ['closed', 'open'],
};

/**
 * Reads settings from a query. Unknown values become the default.
 *
 * @param {string} search
 * @param {string[]} people Keys of all people that can be selected.
 * @returns {HostSettings}
 */
export function parseSettings(search, people) {
  const query = new URLSearchParams(search);
  /** @type {(name: string, allowed: string[], fallback: string) => any} */
  const readChoice = (name, allowed, fallback) => allowed.find((value) => value === query.get(name)) ?? fallback;
  const tokenLife = Number(query.get('tokenLife'));
  return {
    person: readChoice('person', people, defaults.person),
    theme: readChoice('theme', choices.theme, defaults.theme),
    width: readChoice('width', choices.width, defaults.width),
    session: readChoice('session', choices.session, defaults.session),
    chat: readChoice('chat', choices.chat, defaults.chat),
    tokenLife: Number.isInteger(tokenLife) && tokenLife > 0 ? tokenLife : defaults.tokenLife,
    sub: query.get('sub') ?? defaults.sub,
  };
}

/**
 * Returns the query of the settings with its `?`; empty if all are at their default.
 *
 * @param {HostSettings} settings
 */
export function toQuery(settings) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(settings)) {
    if (value !== defaults[/** @type {keyof HostSettings} */ (name)]) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}
