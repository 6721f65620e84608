import { createContext, createInitializeReply } from './context.js';
import { createDeepLink, getBotMessage, getSubEntityId, isDownload } from './links.js';
import { getAuthToken } from './authToken.js';
import { showLink } from './toasts.js';

/**
 * The parts of the page that the calls use.
 *
 * @typedef {object} HostPage
 * @property {string} appId
 * @property {string} tabUrl
 * @property {() => import('./hostSettings.js').HostSettings} getSettings
 * @property {() => import('./context.js').Person} getPerson
 * @property {(sub: string) => void} openApp Reloads AVA's tab with a sub-entity id.
 * @property {((text: string) => void) | undefined} openBotChat Opens the chat with AVA's bot, if there is a bot.
 * @property {ReturnType<typeof import('./stage.js').createStage>} stage
 * @property {() => ReturnType<typeof import('./dialogs.js').createDialogs>} getDialogs
 * @property {() => ReturnType<typeof import('./popups.js').createPopups>} getPopups
 *
 * @typedef {Record<string, import('./protocol.js').CallHandler>} CallHandlers
 */

/**
 * The handlers of teams-js' calls to this host, by `func`.
 *
 * @param {HostPage} page
 * @returns {CallHandlers}
 */
export function createHostCalls(page) {
  return { ...createAppCalls(page), ...createPageCalls(page), ...createSignInCalls(page), ...createDialogCalls(page) };
}

/** @param {HostPage} page @returns {CallHandlers} */
function createAppCalls({ appId, tabUrl, getSettings, getPerson, openApp, openBotChat, stage }) {
  return {
    initialize: (client) => createInitializeReply(client),
    getContext({ frameContext }) {
      const { theme, sub } = getSettings();
      return [createContext({ frameContext, person: getPerson(), theme, sub, appId })];
    },
    registerHandler: (client, event) => void client.events.add(event),
    'appInitialization.appLoaded': () => stage.showTab(),
    'appInitialization.success': () => (stage.showTab(), []),
    'appInitialization.failure': (_client, reason, message) => stage.showFailure(message || reason),
    'appInitialization.expectedFailure': (_client, reason, message) => stage.showFailure(message || reason),
    executeDeepLink(_client, url) {
      const subEntityId = getSubEntityId(url, appId);
      // The bot's id is the app's id.
      const botMessage = getBotMessage(url, appId);
      if (subEntityId === null && !/^https?:/.test(url)) return [false, 'InvalidUrl'];
      if (botMessage !== null && openBotChat) openBotChat(botMessage);
      else if (subEntityId === null) {
        if (isDownload(url, tabUrl)) download(url);
        showLink('Opened', url);
      } else openApp(subEntityId);
      return [true];
    },
  };
}

/**
 * Saves a file as the browser does that Teams opens. A frame needs no click, and stays empty while the file is saved.
 *
 * @param {string} url
 */
function download(url) {
  const frame = document.createElement('iframe');
  // The page's styles for the frames of the tab win over `hidden`.
  frame.style.display = 'none';
  frame.src = url;
  document.body.append(frame);
}

/** @param {HostPage} page @returns {CallHandlers} */
function createPageCalls({ appId, tabUrl, openApp }) {
  return {
    'settings.getSettings': () => [
      { entityId: 'home', contentUrl: tabUrl, websiteUrl: tabUrl, suggestedDisplayName: 'AVA' },
    ],
    shareDeepLink(_client, id, label) {
      showLink('Link to share', createDeepLink(appId, { id, label }), `/?${new URLSearchParams({ sub: id })}`);
    },
    'pages.navigateToApp'(_client, { appId: targetId, webUrl, subPageId = '' }) {
      if (targetId === appId) openApp(subPageId);
      else showLink('Opened', webUrl || `https://teams.microsoft.com/l/app/${targetId}`);
      return [true];
    },
    'pages.currentApp.navigateTo'(_client, { subPageId = '' }) {
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

/** @param {HostPage} page @returns {CallHandlers} */
function createSignInCalls({ getSettings, getPopups }) {
  return {
    'authentication.getAuthToken': (_client, _resources, claims) => getAuthToken(getSettings(), claims),
    'authentication.authenticate': (_client, url, width, height) => getPopups().open(url, width, height),
    'authentication.authenticate.success': ({ window }, result) => getPopups().succeed(window, result),
    'authentication.authenticate.failure': ({ window }, reason) => getPopups().fail(window, reason),
  };
}

/** @param {HostPage} page @returns {CallHandlers} */
function createDialogCalls({ getDialogs }) {
  return {
    'tasks.startTask': (_client, task) => getDialogs().open(task),
    'tasks.updateTask': (_client, size) => getDialogs().resize(size),
    'tasks.completeTask': (_client, result) => getDialogs().complete(result),
  };
}
