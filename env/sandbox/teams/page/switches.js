/**
 * The sandbox's switches. They live in the page's query, so that an address opens the host as it was:
 * `/?person=ben&theme=dark&width=400&session=expired&tokenLife=30&sub=CONVERSATION`.
 * What equals the default is left out of the query.
 *
 * @typedef {object} Switches
 * @property {string} person Key of a person of the sandbox.
 * @property {'default' | 'dark' | 'contrast'} theme
 * @property {'full' | '1280' | '680' | '400'} width Of the tab, in pixels; the frame adds its app bar.
 * @property {'live' | 'expired' | 'refused'} session What the next getAuthToken answers: a token, one that is over, or an error.
 * @property {number} tokenLife Seconds a token lives.
 * @property {'closed' | 'open'} chat Whether the chat with the bot stands beside the tab.
 * @property {string} sub Sub-entity id of the deep link the app is opened with.
 */

/** @type {Switches} */
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
 * Reads switches from a query; a value that does not exist counts as the default.
 *
 * @param {string} search
 * @param {string[]} people Keys of everybody who can be chosen.
 * @returns {Switches}
 */
export function readSwitches(search, people) {
  const query = new URLSearchParams(search);
  /** @type {(name: string, allowed: string[], fallback: string) => any} */
  const oneOf = (name, allowed, fallback) => allowed.find((value) => value === query.get(name)) ?? fallback;
  const life = Number(query.get('tokenLife'));
  return {
    person: oneOf('person', people, defaults.person),
    theme: oneOf('theme', choices.theme, defaults.theme),
    width: oneOf('width', choices.width, defaults.width),
    session: oneOf('session', choices.session, defaults.session),
    chat: oneOf('chat', choices.chat, defaults.chat),
    tokenLife: Number.isInteger(life) && life > 0 ? life : defaults.tokenLife,
    sub: query.get('sub') ?? defaults.sub,
  };
}

/**
 * The query that opens the host with these switches, with its `?`; empty when all are at their default.
 *
 * @param {Switches} switches
 */
export function searchOf(switches) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(switches)) {
    if (value !== defaults[/** @type {keyof Switches} */ (name)]) query.set(name, String(value));
  }
  return query.size > 0 ? `?${query}` : '';
}
