import { getBotFeatures, type BotFeatures } from '#contract/bot.ts';
import type { BotContext } from '#bot/context.ts';

const CACHE_MS = 600_000;

/** The toggles of the bot's commands. A change by an administrator shows after the cache has expired. */
export interface FeatureCache {
  /** Reads the toggles, at most every ten minutes. Throws if the API can't be asked and they are not known yet. */
  read(): Promise<BotFeatures>;
}

export function createFeatureCache({ createApiClient, clock }: BotContext): FeatureCache {
  let known: { features: BotFeatures; readAt: number } | null = null;
  return {
    async read() {
      if (known && clock.monotonic() - known.readAt < CACHE_MS) return known.features;
      try {
        known = { features: await createApiClient('').call(getBotFeatures, {}), readAt: clock.monotonic() };
      } catch (error) {
        if (!known) throw error;
      }
      return known.features;
    },
  };
}
