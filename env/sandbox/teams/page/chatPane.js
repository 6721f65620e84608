import { createChat } from './chat/chat.js';
import { placeInside } from './links.js';
import { part } from './parts.js';
import { showLink } from './toasts.js';

/**
 * @typedef {object} Host
 * @property {string} appId
 * @property {(sub: string) => void} openApp Opens AVA's tab at a place inside it.
 * @property {(chat: 'open' | 'closed') => void} toggle
 */

/**
 * The place of the chat with the bot in the host: opened by the app's header, beside the tab where there is room for both.
 *
 * @param {Host} host
 */
export function createChatPane({ appId, openApp, toggle }) {
  const stage = part('.stage');
  const pane = part('[data-part=bot-chat]');
  const opener = part('[data-action=chat]');
  const chat = createChat(follow);
  /** @type {Partial<import('./switches.js').Switches>} */
  let shown = { chat: 'closed' };

  /** @param {string} url */
  function follow(url) {
    const place = placeInside(url, appId);
    if (place === null) {
      if (/^https?:/.test(url)) showLink('Opened', url);
      return;
    }
    openApp(place);
    // Where the chat lies over the tab, the tab is what was asked for.
    if (getComputedStyle(pane).position === 'absolute') close();
  }

  function close() {
    toggle('closed');
    opener.focus();
  }

  opener.hidden = false;
  opener.addEventListener('click', () => {
    toggle(shown.chat === 'open' ? 'closed' : 'open');
    if (shown.chat === 'open') chat.focus();
  });
  part('[data-action=close-chat]').addEventListener('click', close);
  pane.addEventListener('keydown', ({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && close());

  return {
    /** Opens the personal chat with words in its composer, as Teams does for a deep link. @param {string} words */
    write(words) {
      toggle('open');
      chat.write(words);
    },
    /** @param {import('./switches.js').Switches} switches */
    show(switches) {
      const before = shown;
      shown = switches;
      const open = switches.chat === 'open';
      stage.dataset.chat = switches.chat;
      pane.hidden = !open;
      opener.setAttribute('aria-expanded', `${open}`);
      if (before.chat !== switches.chat || before.person !== switches.person)
        chat.become(open ? switches.person : null);
      else if (before.theme !== switches.theme) chat.draw();
    },
  };
}
