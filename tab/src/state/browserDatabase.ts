import { openDB, type IDBPDatabase } from 'idb';
import { z } from 'zod';
import { Chat, ChatMetadata } from '../../../api/contract/chat.ts';
import { logFailure } from './log.ts';
import { ownedKey } from './storageOwner.ts';
import type { StoreName } from './storageKeys.ts';

const schemas = {
  chats: Chat,
  chatList: z.array(ChatMetadata),
  drafts: z.unknown(),
} satisfies Record<StoreName, z.ZodType>;

type Stored<Store extends StoreName> = z.infer<(typeof schemas)[Store]>;

const OPEN_LIMIT_MS = 3_000;

let opening: Promise<IDBPDatabase> | null = null;

/** Opens the database once; a browser that neither opens nor refuses it (a locked profile) counts as refusing. */
function open(): Promise<IDBPDatabase> {
  opening ??= Promise.race([
    openDB('ava', 1, {
      upgrade(database) {
        for (const store of Object.keys(schemas)) database.createObjectStore(store);
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      terminated: () => (opening = null),
    }),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`The browser's database did not open in ${OPEN_LIMIT_MS} ms.`)), OPEN_LIMIT_MS),
    ),
  ]);
  return opening;
}

async function attempt<T>(what: string, fallback: T, action: (database: IDBPDatabase) => Promise<T>): Promise<T> {
  try {
    return await action(await open());
  } catch (cause) {
    logFailure(what, cause);
    return fallback;
  }
}

/** Reads what the signed-in person keeps under `key`; what is missing, blocked or of another shape is `null`. */
export async function readDatabase<Store extends StoreName>(store: Store, key: string): Promise<Stored<Store> | null> {
  const owned = ownedKey(key);
  if (owned === null) return null;
  return attempt<Stored<Store> | null>("The browser's database could not be read.", null, async (database) => {
    const value: unknown = await database.get(store, owned);
    return value === undefined ? null : (schemas[store].parse(value) as Stored<Store>);
  });
}

/** Keeps a copy for the signed-in person; a failure is logged and ignored. */
export async function writeDatabase<Store extends StoreName>(
  store: Store,
  key: string,
  value: Stored<Store>,
): Promise<void> {
  const owned = ownedKey(key);
  if (owned === null) return;
  await attempt("The browser's database could not be written.", undefined, async (database) => {
    await database.put(store, value, owned);
  });
}

/** Removes a copy; a failure is logged and ignored. */
export async function deleteDatabase(store: StoreName, key: string): Promise<void> {
  const owned = ownedKey(key);
  if (owned === null) return;
  await attempt("The browser's database could not be written.", undefined, (database) => database.delete(store, owned));
}

/** Removes everything the signed-in person keeps in a store. */
export async function clearDatabase(store: StoreName): Promise<void> {
  const prefix = ownedKey('');
  if (prefix === null) return;
  await attempt("The browser's database could not be emptied.", undefined, (database) =>
    database.delete(store, IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
  );
}
