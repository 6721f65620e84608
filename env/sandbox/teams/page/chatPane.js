import { createChat } from './chat/chat.js';
import { getSubEntityId } from './links.js';
import { findElement } from './findElement.js';
import { showLink } from './toasts.js';

/**
 * @typedef {object} Host
 * @property {string} appId
 * @property {(sub: string) => void} openApp Opens AVA's tab with a sub-entity id.
 * @property {(chat: 'open' | 'closed') => void} toggle
 */

/**
 * The pane with the bot's chat. A button in the app header opens it, beside the tab or, in a narrow window, over it.
 *
 * @param {Host} host
 */
export function createChatPane({ appId, openApp, toggle }) {
  const stage = findElement('.stage');
  const pane = findElement('[data-part=bot-chat]');
  const openButton = findElement('[data-action=chat]');
  const chat = createChat(followLink);
  /** @type {Partial<import('./hostSettings.js').HostSettings>} */
  let current = { chat: 'closed' };

  /** @param {string} url */
  function followLink(url) {
    const subEntityId = getSubEntityId(url, appId);
    if (subEntityId === null) {
      if (/^https?:/.test(url)) showLink('Opened', url);
      return;
    }
    openApp(subEntityId);
    // The link leads to the tab, so the pane must not cover it.
    if (getComputedStyle(pane).position === 'absolute') close();
  }

  function close() {
    toggle('closed');
    openButton.focus();
  }

  openButton.hidden = false;
  openButton.addEventListener('click', () => {
    toggle(current.chat === 'open' ? 'closed' : 'open');
    if (current.chat === 'open') chat.focus();
  });
  findElement('[data-action=close-chat]').addEventListener('click', close);
  pane.addEventListener('keydown', ({ key, defaultPrevented }) => key === 'Escape' && !defaultPrevented && close());

  return {
    /** Opens the personal chat with a text in its composer, as Teams does for a deep link. @param {string} text */
    openWithText(text) {
      toggle('open');
      chat.setText(text);
    },
    /** @param {import('./hostSettings.js').HostSettings} settings */
    update(settings) {
      const before = current;
      current = settings;
      const isOpen = settings.chat === 'open';
      stage.dataset.chat = settings.chat;
      pane.hidden = !isOpen;
      openButton.setAttribute('aria-expanded', `${isOpen}`);
      if (before.chat !== settings.chat || before.person !== settings.person) {
        chat.setPerson(isOpen ? settings.person : null);
      } else if (before.theme !== settings.theme) chat.render();
    },
  };
}
