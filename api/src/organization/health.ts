import type { z } from 'zod';
import type { getHealth } from '#contract/organization.ts';
import type { Identity } from '#api/identity/identity.ts';
import type { Store } from '#api/storage/store.ts';
import { readVersion } from './pages.ts';

type Reply = z.output<NonNullable<typeof getHealth.reply>>;

export interface Health {
  read(): Promise<Reply>;
  close(): void;
}

const PROBE_INTERVAL_MS = 5_000;
const SLOW_AFTER_MS = 15_000;
const UNUSED_RUN_ID = '00000000-0000-4000-8000-000000000000';

/** Probes the store at an interval, so that the request of a load balancer never waits behind other statements. */
export function createHealth(
  { store, identity }: { store: Store; identity: Pick<Identity, 'getSetupProblem'> },
  isClosing: () => boolean,
): Health {
  let answeredAt = Date.now();
  let isProbing = false;
  const timer = setInterval(() => {
    if (isProbing) return;
    isProbing = true;
    store.runs
      .find(UNUSED_RUN_ID)
      .then(
        () => (answeredAt = Date.now()),
        () => undefined,
      )
      .finally(() => (isProbing = false));
  }, PROBE_INTERVAL_MS);
  timer.unref();
  return {
    read: async () => ({
      status: isClosing() ? 'closing' : 'ok',
      store: Date.now() - answeredAt > SLOW_AFTER_MS ? 'slow' : 'ok',
      // This problem is only reported for monitoring: another process would have the same problem, so the status stays
      // ok.
      entra: identity.getSetupProblem()?.code ?? 'ok',
      version: await readVersion(),
    }),
    close: () => clearInterval(timer),
  };
}
