import { fileURLToPath } from 'node:url';
import { loadTokenizer } from '../contract/text/tokens.ts';
import { createApp } from './app.ts';
import { EnvironmentError } from '../platform/environment.ts';
import { readEnvironment, type Environment } from './env.ts';
import { readVersion } from './organization/pages.ts';
import { openExternalServices } from './externalServices.ts';
import { stopOnSignal } from './shutDown.ts';

const tabFolder = fileURLToPath(new URL('../../dist/tab/', import.meta.url));

async function start(env: Environment): Promise<void> {
  const { services, close } = await openExternalServices(env);
  const { log } = services;
  const { authorityHost, tenantId, spaClientId, appIdUri } = env.entra;
  const app = await createApp({
    services,
    tab: {
      folder: tabFolder,
      environment: {
        hostOrigins: env.tabHostOrigins,
        clientId: spaClientId,
        authority: `${authorityHost}/${tenantId}`,
        scope: `${appIdUri}/access_as_user`,
        tenantId,
        botId: env.botId,
        version: await readVersion(),
      },
    },
    // With PostgreSQL, `worker.ts` processes can run jobs as well.
    hasJobWorkers: true,
  });
  const port = await app.listen(env.port, env.host);
  log.info({ port, host: env.host }, 'api listening');
  stopOnSignal(() => app.close().then(close));
  // Loaded now, so that the first message does not wait for it.
  await loadTokenizer();
}

function describeStartError(error: unknown): string {
  if (error instanceof EnvironmentError) return error.message;
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'EADDRINUSE')
    return `The port is in use: ${error.message}. Set PORT to another one.`;
  if ('code' in error && error.code === 'data_folder_in_use') return error.message;
  return error.stack ?? error.message;
}

try {
  await start(readEnvironment(process.env));
} catch (error) {
  console.error(describeStartError(error));
  process.exit(1);
}
