import { contextOf, initializeReply } from './context.js';
import { deepLink, placeInside, wordsForBot } from './links.js';
import { authToken } from './tokens.js';
import { showLink } from './toasts.js';

/**
 * What the answers need of the page.
 *
 * @typedef {object} Room
 * @property {string} appId
 * @property {string} tabUrl
 * @property {() => import('./switches.js').Switches} switches
 * @property {() => import('./context.js').Person} person
 * @property {(sub: string) => void} openApp Opens AVA anew, at a place inside it.
 * @property {((words: string) => void) | undefined} openBotChat Opens the chat with AVA's bot, where there is one.
 * @property {ReturnType<typeof import('./stage.js').createStage>} stage
 * @property {() => ReturnType<typeof import('./dialogs.js').createDialogs>} dialogs
 * @property {() => ReturnType<typeof import('./popups.js').createPopups>} popups
 */

/**
 * Everything this host answers, by the wire's `func`.
 *
 * @param {Room} room
 * @returns {Record<string, import('./protocol.js').Answer>}
 */
export function answersOf(room) {
  return { ...appAnswers(room), ...pageAnswers(room), ...signInAnswers(room), ...dialogAnswers(room) };
}

/** @param {Room} room @returns {Record<string, import('./protocol.js').Answer>} */
function appAnswers({ appId, switches, person, openApp, openBotChat, stage }) {
  return {
    initialize: (guest) => initializeReply(guest),
    getContext({ frameContext }) {
      const { theme, sub } = switches();
      return [contextOf({ frameContext, person: person(), theme, sub, appId })];
    },
    registerHandler: (guest, event) => void guest.listensTo.add(event),
    'appInitialization.appLoaded': () => stage.shown(),
    'appInitialization.success': () => (stage.shown(), []),
    'appInitialization.failure': (_guest, reason, message) => stage.fail(message || reason),
    'appInitialization.expectedFailure': (_guest, reason, message) => stage.fail(message || reason),
    executeDeepLink(_guest, url) {
      const place = placeInside(url, appId);
      // The bot is the other face of the app's registration.
      const words = wordsForBot(url, appId);
      if (place === null && !/^https?:/.test(url)) return [false, 'InvalidUrl'];
      if (words !== null && openBotChat) openBotChat(words);
      else if (place === null) showLink('Opened', url);
      else openApp(place);
      return [true];
    },
  };
}

/** @param {Room} room @returns {Record<string, import('./protocol.js').Answer>} */
function pageAnswers({ appId, tabUrl, openApp }) {
  return {
    'settings.getSettings': () => [
      { entityId: 'home', contentUrl: tabUrl, websiteUrl: tabUrl, suggestedDisplayName: 'AVA' },
    ],
    shareDeepLink(_guest, id, label) {
      showLink('Link to share', deepLink(appId, { id, label }), `/?${new URLSearchParams({ sub: id })}`);
    },
    'pages.navigateToApp'(_guest, { appId: wanted, webUrl, subPageId = '' }) {
      if (wanted === appId) openApp(subPageId);
      else showLink('Opened', webUrl || `https://teams.microsoft.com/l/app/${wanted}`);
      return [true];
    },
    'pages.currentApp.navigateTo'(_guest, { subPageId = '' }) {
      openApp(subPageId);
      return [null, true];
    },
    'pages.currentApp.navigateToDefaultPage'() {
      openApp('');
      return [null, true];
    },
    setFrameContext: () => {},
    returnFocus: () => document.querySelector('button')?.focus(),
  };
}

/** @param {Room} room @returns {Record<string, import('./protocol.js').Answer>} */
function signInAnswers({ switches, popups }) {
  return {
    'authentication.getAuthToken': () => authToken(switches()),
    'authentication.authenticate': (_guest, url, width, height) => popups().open(url, width, height),
    'authentication.authenticate.success': ({ window }, result) => popups().succeed(window, result),
    'authentication.authenticate.failure': ({ window }, reason) => popups().fail(window, reason),
  };
}

/** @param {Room} room @returns {Record<string, import('./protocol.js').Answer>} */
function dialogAnswers({ dialogs }) {
  return {
    'tasks.startTask': (_guest, task) => dialogs().open(task),
    'tasks.updateTask': (_guest, size) => dialogs().resize(size),
    'tasks.completeTask': (_guest, result) => dialogs().complete(result),
  };
}
