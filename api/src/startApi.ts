import { fileURLToPath } from 'node:url';
import type { Log } from '#platform/log.ts';
import { getHostPages } from '#platform/microsoftClouds.ts';
import { createApp } from './app.ts';
import type { Environment } from './env.ts';
import { openExternalServices } from './externalServices.ts';
import { listGroups } from './functions/offeredFunctions.ts';
import { readVersion } from './organization/pages.ts';

const tabFolder = fileURLToPath(new URL('../../dist/tab/', import.meta.url));

export interface RunningApi {
  /** The port that it listens on. */
  port: number;
  /** Waits for runs to end as `App.close` does, then closes everything that was opened. */
  close(drainMs?: number): Promise<void>;
}

/** Starts the API in this process. With PostgreSQL, `worker.ts` processes can run jobs as well. */
export async function startApi(env: Environment, log: Log): Promise<RunningApi> {
  const { services, close } = await openExternalServices(env, log);
  const { authorityHost, tenantId, spaClientId, appIdUri } = env.entra;
  const app = await createApp({
    services,
    publicUrl: env.publicUrl,
    tab: {
      folder: tabFolder,
      environment: {
        hostOrigins: [...env.tabHostOrigins, ...getHostPages(env.graphBaseUrl)],
        clientId: spaClientId,
        authority: `${authorityHost}/${tenantId}`,
        scope: `${appIdUri}/access_as_user`,
        tenantId,
        botId: env.botId,
        version: await readVersion(),
      },
    },
    hasJobWorkers: true,
  });
  const port = await app.listen(env.port, env.host);
  log.info({ port, host: env.host }, 'api listening');
  // A connected system's tools must stay as they are defined at this moment.
  void listGroups(services, { tenantId });
  return { port, close: (drainMs) => app.close(drainMs).then(close) };
}
