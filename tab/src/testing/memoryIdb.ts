/** A stand-in for `idb` that keeps databases in memory, as far as the tab uses them. */
type Store = Map<string, unknown>;

const databases = new Map<string, Map<string, Store>>();

/** Makes every later use fail, as a browser does whose storage is blocked. */
export const blocked = { yes: false };

export function forgetDatabases(): void {
  databases.clear();
  blocked.yes = false;
}

export function openDB(
  name: string,
  _version: number,
  { upgrade }: { upgrade(database: { createObjectStore(name: string): void }): void },
) {
  if (blocked.yes) return Promise.reject(new DOMException('Access is denied.', 'SecurityError'));
  let stores = databases.get(name);
  if (!stores) {
    const fresh = new Map<string, Store>();
    upgrade({ createObjectStore: (store) => void fresh.set(store, new Map()) });
    databases.set(name, fresh);
    stores = fresh;
  }
  return Promise.resolve(handleOf(stores));
}

function handleOf(stores: Map<string, Store>) {
  const of = (store: string) => {
    if (blocked.yes) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    return stores.get(store) ?? new Map<string, unknown>();
  };
  const get = async (store: string, key: string) => of(store).get(key);
  const put = async (store: string, value: unknown, key: string) => void of(store).set(key, value);
  return {
    get,
    put,
    async delete(store: string, range: string | { includes(key: string): boolean }) {
      const kept = of(store);
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
