/** In-memory replacement for the part of `idb` that the tab uses. */
type Store = Map<string, unknown>;

const databases = new Map<string, Map<string, Store>>();

/** When set, every later call fails, as in a browser with blocked storage. */
export const isBlocked = { value: false };

export function clearDatabases(): void {
  databases.clear();
  isBlocked.value = false;
}

interface UpgradedDatabase {
  objectStoreNames: string[] & { contains(name: string): boolean };
  createObjectStore(name: string): void;
  deleteObjectStore(name: string): void;
}

export function openDB(name: string, _version: number, { upgrade }: { upgrade(database: UpgradedDatabase): void }) {
  if (isBlocked.value) return Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
  let stores = databases.get(name);
  if (!stores) {
    const created = new Map<string, Store>();
    upgrade({
      objectStoreNames: Object.assign([...created.keys()], { contains: (store: string) => created.has(store) }),
      createObjectStore: (store) => void created.set(store, new Map()),
      deleteObjectStore: (store) => void created.delete(store),
    });
    databases.set(name, created);
    stores = created;
  }
  return Promise.resolve(createHandle(stores));
}

function createHandle(stores: Map<string, Store>) {
  const getStore = (store: string) => {
    if (isBlocked.value) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    return stores.get(store) ?? new Map<string, unknown>();
  };
  const get = async (store: string, key: string) => getStore(store).get(key);
  const put = async (store: string, value: unknown, key: string) => void getStore(store).set(key, value);
  return {
    get,
    put,
    async delete(store: string, range: string | { includes(key: string): boolean }) {
      const kept = getStore(store);
      for (const key of kept.keys()) {
        if (typeof range === 'string' ? key === range : range.includes(key)) kept.delete(key);
      }
    },
    transaction: (store: string) => ({
      store: { get: (key: string) => get(store, key), put: (value: unknown, key: string) => put(store, value, key) },
      done: Promise.resolve(),
    }),
    close: () => undefined,
  };
}
