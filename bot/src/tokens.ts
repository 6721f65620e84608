import { decodeJwt } from 'jose';
import type { Clock } from '../../api/platform/clock.ts';
import type { Asker } from './conversation.ts';

/** A token that is about to end would end in mid answer. */
const MARGIN_MS = 60_000;

type Who = Pick<Asker, 'tenantId' | 'id'>;

/** The people's tokens, in memory until they expire: written nowhere, and gone with the process. */
export interface Tokens {
  of(who: Who): string | null;
  keep(who: Who, token: string): void;
  drop(who: Who): void;
}

export function createTokens(clock: Pick<Clock, 'now'>): Tokens {
  const tokens = new Map<string, { token: string; until: number }>();
  const keyOf = ({ tenantId, id }: Who) => `${tenantId}/${id}`;

  function sweep(): void {
    for (const [key, { until }] of tokens) if (until <= clock.now().getTime()) tokens.delete(key);
  }

  return {
    of(who) {
      sweep();
      return tokens.get(keyOf(who))?.token ?? null;
    },
    keep(who, token) {
      sweep();
      // The API has verified it; here it is only asked how long it lasts.
      const until = (decodeJwt(token).exp ?? 0) * 1_000 - MARGIN_MS;
      if (until > clock.now().getTime()) tokens.set(keyOf(who), { token, until });
    },
    drop: (who) => void tokens.delete(keyOf(who)),
  };
}
