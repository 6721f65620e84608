/**
 * Where each piece of state lives. The server is the truth for all but `local` and `memory`; what stands here as
 * `database` or `sealed` is a copy that makes the tab quick and survives a lost connection.
 *
 * local    — the browser's local storage: small, not secret
 * sealed   — local storage, encrypted with a key that cannot be read out of this browser
 * database — the browser's database: large
 * memory   — gone with the page
 *
 * Everything but `memory` is kept under the signed-in person's id, so that nobody sees what another one left behind.
 */
export const storageTable = {
  session: 'sealed',
  organization: 'sealed',
  models: 'sealed',
  settings: 'sealed',
  draft: 'local',
  layout: 'local',
  openChat: 'local',
  undrawnChat: 'local',
  dismissedAlert: 'local',
  reload: 'local',
  chats: 'database',
  chatList: 'database',
  drafts: 'database',
  workspace: 'memory',
  toasts: 'memory',
  sites: 'memory',
  selection: 'memory',
  corpusFiles: 'memory',
  token: 'memory',
} as const satisfies Record<string, 'local' | 'sealed' | 'database' | 'memory'>;

type KeyStoredIn<Place> = {
  [Name in keyof typeof storageTable]: (typeof storageTable)[Name] extends Place ? Name : never;
}[keyof typeof storageTable];

/** A piece of local state; one that exists several times carries the id of what it belongs to: `draft/{chat}`. */
export type LocalKey = KeyStoredIn<'local'> | `${KeyStoredIn<'local'>}/${string}`;
export type EncryptedKey = KeyStoredIn<'sealed'>;
export type StoreName = KeyStoredIn<'database'>;
