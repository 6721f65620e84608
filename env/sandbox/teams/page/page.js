import { answersOf } from './answers.js';
import { createChatPane } from './chatPane.js';
import { createDialogs } from './dialogs.js';
import { part } from './parts.js';
import { listPeople, showPerson } from './person.js';
import { createPopups } from './popups.js';
import { createProtocol } from './protocol.js';
import { createStage } from './stage.js';
import { readSwitches, searchOf } from './switches.js';

/** @type {{ tabUrl: string, appId: string, hasBot: boolean, organizations: import('./person.js').Organization[] }} */
const { tabUrl, appId, hasBot, organizations } = JSON.parse(part('#host-config').textContent ?? '');
const people = organizations.flatMap((organization) => organization.people);
const tabOrigin = new URL(tabUrl).origin;
const tab = /** @type {HTMLIFrameElement} */ (part('[data-part=tab]'));
const bar = /** @type {HTMLFormElement} */ (part('.sandbox-bar'));

let switches = readSwitches(
  location.search,
  people.map(({ key }) => key),
);

const person = () => /** @type {import('./context.js').Person} */ (people.find(({ key }) => key === switches.person));
const stage = createStage();
const protocol = createProtocol(
  tabOrigin,
  answersOf({
    appId,
    tabUrl,
    stage,
    person,
    switches: () => switches,
    openApp: (sub) => change({ sub }, { reload: true }),
    openBotChat: hasBot ? (words) => chat?.write(words) : undefined,
    dialogs: () => dialogs,
    popups: () => popups,
  }),
);
const dialogs = createDialogs(protocol, tabOrigin);
const popups = createPopups(protocol);
const chat = hasBot
  ? createChatPane({ appId, openApp: (sub) => change({ sub }, { reload: true }), toggle: (chat) => change({ chat }) })
  : null;

/** Loads the tab anew; whatever it had registered before is forgotten. */
function loadTab() {
  stage.loading();
  tab.src = tabUrl;
  protocol.welcome(/** @type {Window} */ (tab.contentWindow), 'content');
}

/** Shows the switches on the page: the controls, the theme, the width, the person. */
function show() {
  for (const name of /** @type {const} */ (['person', 'theme', 'width', 'session'])) {
    /** @type {HTMLSelectElement} */ (bar.elements.namedItem(name)).value = switches[name];
  }
  document.documentElement.dataset.theme = switches.theme;
  document.documentElement.dataset.width = switches.width;
  bar.dataset.session = switches.session;
  showPerson(person());
  chat?.show(switches);
}

/**
 * @param {Partial<import('./switches.js').Switches>} changed
 * @param {{ reload: boolean }} [how]
 */
function change(changed, { reload } = { reload: false }) {
  const before = switches;
  switches = { ...switches, ...changed };
  history.replaceState(null, '', `${location.pathname}${searchOf(switches)}`);
  show();
  if (switches.theme !== before.theme) protocol.tell('themeChange', [switches.theme]);
  if (reload) loadTab();
}

bar.addEventListener('change', (event) => {
  const { name, value } = /** @type {HTMLSelectElement} */ (event.target);
  // A new person is a new visit; a new theme or width reaches the tab while it runs.
  change({ [name]: value }, { reload: name === 'person' });
});
part('[data-action=open-app]').addEventListener('click', () => change({ sub: '' }, { reload: true }));
for (const button of document.querySelectorAll('[data-action=reload]')) button.addEventListener('click', loadTab);

listPeople(organizations);
show();
loadTab();
