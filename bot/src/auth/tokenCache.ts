import { decodeJwt } from 'jose';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#platform/clock.ts';
import type { AskerId } from '#bot/teams/conversation.ts';

/** A token that expires sooner could expire in the middle of an answer. */
const MIN_LIFETIME_MS = 60_000;

/** Maximum number of cached tokens. A person whose token was evicted signs in again silently. */
const MAX_PEOPLE = 50_000;

/** People's tokens, in this process's memory only, until they expire. */
export interface TokenCache {
  get(asker: AskerId): string | null;
  set(asker: AskerId, token: string): void;
  delete(asker: AskerId): void;
}

/** @param clock its time of day decides whether a token has expired */
export function createTokenCache(clock: Pick<Clock, 'now'>): TokenCache {
  const tokens = new LRUCache<string, string>({
    max: MAX_PEOPLE,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
  });
  const toKey = ({ tenantId, id }: AskerId) => `${tenantId}/${id}`;

  return {
    get: (asker) => tokens.get(toKey(asker)) ?? null,
    set(asker, token) {
      tokens.purgeStale();
      // The API verified the token; only its expiry is read here.
      const ttl = (decodeJwt(token).exp ?? 0) * 1_000 - MIN_LIFETIME_MS - clock.now().getTime();
      if (ttl > 0) tokens.set(toKey(asker), token, { ttl });
    },
    delete: (asker) => void tokens.delete(toKey(asker)),
  };
}
