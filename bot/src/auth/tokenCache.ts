import { decodeJwt } from 'jose';
import type { Clock } from '#platform/clock.ts';
import type { AskerId } from '#bot/teams/conversation.ts';

/** A token that expires sooner could expire in the middle of an answer. */
const MIN_LIFETIME_MS = 60_000;

/** People's tokens, in this process's memory only, until they expire. */
export interface TokenCache {
  get(asker: AskerId): string | null;
  set(asker: AskerId, token: string): void;
  delete(asker: AskerId): void;
}

export function createTokenCache(clock: Pick<Clock, 'now'>): TokenCache {
  const tokens = new Map<string, { token: string; expiresAt: number }>();
  const toKey = ({ tenantId, id }: AskerId) => `${tenantId}/${id}`;

  function deleteExpired(): void {
    const now = clock.now().getTime();
    for (const [key, { expiresAt }] of tokens) if (expiresAt <= now) tokens.delete(key);
  }

  return {
    get(asker) {
      deleteExpired();
      return tokens.get(toKey(asker))?.token ?? null;
    },
    set(asker, token) {
      deleteExpired();
      // The API verified the token; only its expiry is read here.
      const expiresAt = (decodeJwt(token).exp ?? 0) * 1_000 - MIN_LIFETIME_MS;
      if (expiresAt > clock.now().getTime()) tokens.set(toKey(asker), { token, expiresAt });
    },
    delete: (asker) => void tokens.delete(toKey(asker)),
  };
}
