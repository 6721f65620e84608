import { openDB, type IDBPDatabase } from 'idb';
import { z } from 'zod';
import { Chat, ChatMetadata } from '#contract/chats/chat.ts';
import { logFailure } from './log.ts';
import { getOwnedKey } from './storageOwner.ts';
import type { StoreName } from './storageKeys.ts';

const schemas = {
  chats: Chat,
  chatList: z.array(ChatMetadata),
  drafts: z.unknown(),
} satisfies Record<StoreName, z.ZodType>;

type Stored<Store extends StoreName> = z.infer<(typeof schemas)[Store]>;

/** Increase this when a stored shape changes: the upgrade drops all copies except drafts; the tab loads them again. */
const VERSION = 3;
const OPEN_TIMEOUT_MS = 3_000;

let opening: Promise<IDBPDatabase> | null = null;

/** Opens the database once. Some browsers neither open nor refuse it (a locked profile): that counts as a failure. */
function open(): Promise<IDBPDatabase> {
  opening ??= Promise.race([
    openDB('ava', VERSION, {
      upgrade(database) {
        for (const store of Array.from(database.objectStoreNames))
          if (store !== 'drafts') database.deleteObjectStore(store);
        for (const store of Object.keys(schemas))
          if (!database.objectStoreNames.contains(store)) database.createObjectStore(store);
      },
      blocking: (_current, _blocked, event) => (event.target as IDBDatabase).close(),
      terminated: () => (opening = null),
    }),
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`browser database did not open in ${OPEN_TIMEOUT_MS} ms`)), OPEN_TIMEOUT_MS),
    ),
  ]);
  return opening;
}

async function withDatabase<T>(
  failure: string,
  fallback: T,
  action: (database: IDBPDatabase) => Promise<T>,
): Promise<T> {
  try {
    return await action(await open());
  } catch (cause) {
    logFailure(failure, cause);
    return fallback;
  }
}

/** Reads the signed-in person's record; `null` when it is missing, blocked or invalid. */
export async function readDatabase<Store extends StoreName>(store: Store, key: string): Promise<Stored<Store> | null> {
  const owned = getOwnedKey(key);
  if (owned === null) return null;
  return withDatabase<Stored<Store> | null>('failed to read browser database', null, async (database) => {
    const value: unknown = await database.get(store, owned);
    return value === undefined ? null : (schemas[store].parse(value) as Stored<Store>);
  });
}

/** Stores a copy for the signed-in person; a failure is logged and ignored. */
export async function writeDatabase<Store extends StoreName>(
  store: Store,
  key: string,
  value: Stored<Store>,
): Promise<void> {
  const owned = getOwnedKey(key);
  if (owned === null) return;
  await withDatabase('failed to write browser database', undefined, async (database) => {
    await database.put(store, value, owned);
  });
}

/** Removes a copy; a failure is logged and ignored. */
export async function deleteDatabase(store: StoreName, key: string): Promise<void> {
  const owned = getOwnedKey(key);
  if (owned === null) return;
  await withDatabase('failed to write browser database', undefined, (database) => database.delete(store, owned));
}

/** Removes all records of the signed-in person from a store. */
export async function clearDatabase(store: StoreName): Promise<void> {
  const prefix = getOwnedKey('');
  if (prefix === null) return;
  await withDatabase('failed to clear browser database', undefined, (database) =>
    database.delete(store, IDBKeyRange.bound(prefix, `${prefix}\uffff`)),
  );
}
