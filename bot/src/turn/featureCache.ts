import type { Client } from '../../../api/contract/client.ts';
import { getConfig } from '../../../api/contract/organization.ts';
import type { Clock } from '../../../api/platform/clock.ts';
import type { Features } from '../commands/command.ts';

const CACHE_MS = 600_000;

/** The organization's toggles. They are the same for everybody and change only when the API restarts. */
export interface FeatureCache {
  /** Reads the toggles, at most every ten minutes. */
  read(client: Client): Promise<Features>;
  /** The toggles that were read last; null before the first time. */
  getKnown(): Features | null;
}

export function createFeatureCache(clock: Pick<Clock, 'monotonic'>): FeatureCache {
  let known: { features: Features; readAt: number } | null = null;
  return {
    async read(client) {
      if (known && clock.monotonic() - known.readAt < CACHE_MS) return known.features;
      const { features } = (await client.call(getConfig, {})).message;
      known = { features, readAt: clock.monotonic() };
      return features;
    },
    getKnown: () => known?.features ?? null,
  };
}
