import type { z } from 'zod';
import type { getHealth } from '../../contract/organization.ts';
import type { Store } from '../storage/store.ts';
import { version } from './pages.ts';

type Reply = z.output<NonNullable<typeof getHealth.reply>>;
export type Health = () => Promise<Reply>;

const PROBE_EVERY_MS = 5_000;
const SLOW_AFTER_MS = 15_000;

/** Looks at the store now and then by itself, so that a load balancer's question never waits behind other statements. */
export function createHealth(store: Store, isClosing: () => boolean): { health: Health; close(): void } {
  let answered = Date.now();
  let asking = false;
  const timer = setInterval(() => {
    if (asking) return;
    asking = true;
    store.runs
      .find('00000000-0000-4000-8000-000000000000')
      .then(
        () => (answered = Date.now()),
        () => undefined,
      )
      .finally(() => (asking = false));
  }, PROBE_EVERY_MS);
  timer.unref();
  return {
    health: async () => ({
      status: isClosing() ? 'closing' : 'ok',
      store: Date.now() - answered > SLOW_AFTER_MS ? 'slow' : 'ok',
      version: await version(),
    }),
    close: () => clearInterval(timer),
  };
}
