/** What oidc-provider asks of a store; everything here lives as long as the process. */

type Payload = Record<string, unknown> & { uid?: string; scope?: string; exp?: number };

/** Expired entries stay a while, so that "expired" can be told from "never heard of". */
const KEPT_AFTER_EXPIRY_S = 3_600;
const SWEEP_ABOVE = 500;

/** One store for one tenant: the factory oidc-provider calls with the name of each of its models. */
export function memoryAdapter(): (model: string) => object {
  const entries = new Map<string, Payload>();

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`;
    return {
      async upsert(id: string, payload: Payload) {
        if (entries.size > SWEEP_ABOVE) sweep(entries);
        entries.set(keyOf(id), model === 'RefreshToken' ? withOfflineAccess(payload) : payload);
      },
      async find(id: string) {
        return entries.get(keyOf(id));
      },
      async findByUid(uid: string) {
        return [...entries.values()].find((payload) => payload.uid === uid);
      },
      async consume(id: string) {
        // Entra lets an earlier refresh token live on until its own end: two tabs may refresh at once.
        const payload = entries.get(keyOf(id));
        if (payload && model !== 'RefreshToken') payload['consumed'] = nowInSeconds();
      },
      async destroy(id: string) {
        entries.delete(keyOf(id));
      },
      // The grant itself is destroyed too, and every use asks for it: what stays can be told to be revoked.
      async revokeByGrantId() {},
    };
  };
}

/** oidc-provider forgets `offline_access` unless consent was asked for, and would refuse the refresh that MSAL sends. */
function withOfflineAccess(payload: Payload): Payload {
  const scopes = new Set([...(payload.scope ?? '').split(' '), 'offline_access']);
  return { ...payload, scope: [...scopes].filter(Boolean).join(' ') };
}

function sweep(entries: Map<string, Payload>): void {
  const limit = nowInSeconds() - KEPT_AFTER_EXPIRY_S;
  for (const [key, payload] of entries) if (payload.exp !== undefined && payload.exp < limit) entries.delete(key);
}

function nowInSeconds(): number {
  return Math.floor(Date.now() / 1000);
}
