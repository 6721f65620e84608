type Payload = Record<string, unknown> & { uid?: string; scope?: string; exp?: number };

/** Expired entries are kept for an hour, so that they are reported as expired and not as unknown. */
const KEPT_AFTER_EXPIRY_S = 3_600;
const MAX_ENTRIES = 500;

/** Creates the in-memory store of one tenant. oidc-provider calls the returned factory with the name of each model. */
export function createMemoryAdapter(): (model: string) => object {
  const entries = new Map<string, Payload>();

  return (model) => {
    const toKey = (id: string) => `${model}:${id}`;
    return {
      async upsert(id: string, payload: Payload) {
        if (entries.size > MAX_ENTRIES) removeExpired(entries);
        entries.set(toKey(id), model === 'RefreshToken' ? withOfflineAccess(payload) : payload);
      },
      async find(id: string) {
        return entries.get(toKey(id));
      },
      async findByUid(uid: string) {
        return [...entries.values()].find((payload) => payload.uid === uid);
      },
      async consume(id: string) {
        // In Entra, a used refresh token stays valid until it expires, so that two tabs can refresh at once.
        const payload = entries.get(toKey(id));
        if (payload && model !== 'RefreshToken') payload['consumed'] = nowInSeconds();
      },
      async destroy(id: string) {
        entries.delete(toKey(id));
      },
      // Keeps the tokens of a destroyed grant: oidc-provider rejects them, and the reply becomes Entra's error for a revoked one.
      async revokeByGrantId() {},
    };
  };
}

/** Adds `offline_access`: oidc-provider drops it if no consent page was shown, and would reject MSAL's refresh. */
function withOfflineAccess(payload: Payload): Payload {
  const scopes = new Set([...(payload.scope ?? '').split(' '), 'offline_access']);
  return { ...payload, scope: [...scopes].filter(Boolean).join(' ') };
}

function removeExpired(entries: Map<string, Payload>): void {
  const limit = nowInSeconds() - KEPT_AFTER_EXPIRY_S;
  for (const [key, payload] of entries) if (payload.exp !== undefined && payload.exp < limit) entries.delete(key);
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
