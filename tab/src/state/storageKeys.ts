/**
 * Where each piece of state is stored. The server is the source of truth for `encrypted` and `database`, except for
 * `drafts`; these copies make the tab fast and survive a lost connection.
 * local: the browser's local storage; small, not secret
 * encrypted: local storage, encrypted with a key that cannot be exported from this browser
 * database: IndexedDB; large
 * memory: gone with the page
 * Everything except `memory` is stored under the signed-in person's id, so that nobody sees another person's data.
 */
const storageTable = {
  session: 'encrypted',
  organization: 'encrypted',
  models: 'encrypted',
  settings: 'encrypted',
  draft: 'local',
  layout: 'local',
  openChat: 'local',
  openTask: 'local',
  taskChange: 'local',
  lastSite: 'local',
  undrawnChat: 'local',
  reload: 'local',
  settingsDraft: 'local',
  dictation: 'local',
  chats: 'database',
  chatList: 'database',
  drafts: 'database',
  workspace: 'memory',
  toasts: 'memory',
  tasks: 'memory',
  taskLibrary: 'memory',
  sites: 'memory',
  selection: 'memory',
  corpusFiles: 'memory',
  token: 'memory',
} as const satisfies Record<string, 'local' | 'encrypted' | 'database' | 'memory'>;

type KeyStoredIn<Place> = {
  [Name in keyof typeof storageTable]: (typeof storageTable)[Name] extends Place ? Name : never;
}[keyof typeof storageTable];

/** Key in local storage. If there is one value per item, the item's id is appended, for example `draft/{chat}`. */
export type LocalKey = KeyStoredIn<'local'> | `${KeyStoredIn<'local'>}/${string}`;
export type EncryptedKey = KeyStoredIn<'encrypted'>;
export type StoreName = KeyStoredIn<'database'>;
