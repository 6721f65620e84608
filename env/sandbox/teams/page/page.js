import { createHostCalls } from './hostCalls.js';
import { createDialogs } from './dialogs.js';
import { findElement } from './findElement.js';
import { fillPersonMenu, showPerson } from './personMenu.js';
import { createPopups } from './popups.js';
import { createProtocol } from './protocol.js';
import { createStage } from './stage.js';
import { parseSettings, toQuery } from './hostSettings.js';

/** @type {{ tabUrl: string, appId: string, hasBot: boolean, organizations: import('./personMenu.js').Organization[] }} */
const { tabUrl, appId, hasBot, organizations } = JSON.parse(findElement('#host-config').textContent ?? '');
const people = organizations.flatMap((organization) => organization.people);
const tabOrigin = new URL(tabUrl).origin;
const tab = /** @type {HTMLIFrameElement} */ (findElement('[data-part=tab]'));
const bar = /** @type {HTMLFormElement} */ (findElement('.sandbox-bar'));

let settings = parseSettings(
  location.search,
  people.map(({ key }) => key),
);

const getPerson = () =>
  /** @type {import('./context.js').Person} */ (people.find(({ key }) => key === settings.person));
const stage = createStage();
const protocol = createProtocol(
  tabOrigin,
  createHostCalls({
    appId,
    tabUrl,
    stage,
    getPerson,
    getSettings: () => settings,
    openApp: (sub) => changeSettings({ sub }, { reload: true }),
    openBotChat: hasBot ? (text) => chat?.openWithText(text) : undefined,
    getDialogs: () => dialogs,
    getPopups: () => popups,
  }),
);
const dialogs = createDialogs(protocol, tabOrigin);
const popups = createPopups(protocol);
const chat = hasBot
  ? (await import('./chatPane.js')).createChatPane({
      appId,
      openApp: (sub) => changeSettings({ sub }, { reload: true }),
      toggle: (chat) => changeSettings({ chat }),
    })
  : null;

/** Loads or reloads the tab, and removes the event handlers that the former page registered. */
function loadTab() {
  stage.showProgress();
  tab.src = tabUrl;
  protocol.addClient(/** @type {Window} */ (tab.contentWindow), 'content');
}

/** Shows the settings: the controls, the theme, the width, the person. */
function render() {
  for (const name of /** @type {const} */ (['person', 'theme', 'width', 'session'])) {
    /** @type {HTMLSelectElement} */ (bar.elements.namedItem(name)).value = settings[name];
  }
  document.documentElement.dataset.theme = settings.theme;
  document.documentElement.dataset.width = settings.width;
  bar.dataset.session = settings.session;
  showPerson(getPerson());
  chat?.update(settings);
}

/**
 * @param {Partial<import('./hostSettings.js').HostSettings>} changes
 * @param {{ reload: boolean }} [options]
 */
function changeSettings(changes, { reload } = { reload: false }) {
  const before = settings;
  settings = { ...settings, ...changes };
  history.replaceState(null, '', `${location.pathname}${toQuery(settings)}`);
  render();
  if (settings.theme !== before.theme) protocol.sendEvent('themeChange', [settings.theme]);
  if (reload) loadTab();
}

bar.addEventListener('change', (event) => {
  const { name, value } = /** @type {HTMLSelectElement} */ (event.target);
  // Another person needs a new session; the theme and the width apply to the running tab.
  changeSettings({ [name]: value }, { reload: name === 'person' });
});
findElement('[data-action=open-app]').addEventListener('click', () => changeSettings({ sub: '' }, { reload: true }));
for (const button of document.querySelectorAll('[data-action=reload]')) button.addEventListener('click', loadTab);

fillPersonMenu(organizations);
render();
loadTab();
