import { fileURLToPath } from 'node:url';
import { startScript } from '#tests/harness/app/childProcess.ts';

const program = fileURLToPath(new URL('../../../node_modules/azurite/dist/src/blob/main.js', import.meta.url));
/** The account and key that Azurite and Microsoft's documentation publish for tests. */
const ACCOUNT = 'devstoreaccount1';
const KEY = 'Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==';

/** Starts Microsoft's emulator of Azure Blob Storage on a free port. It keeps its data in memory. */
export async function startAzurite(): Promise<{ connectionString: string; stop(): Promise<void> }> {
  const flags = ['--inMemoryPersistence', '--disableTelemetry', '--skipApiVersionCheck', '--silent'];
  const script = startScript(program, ['--blobHost', '127.0.0.1', '--blobPort', '0', ...flags]);
  const line = await script.waitForLine(/listens on http/);
  const endpoint = /http:\/\/[\d.:]+/.exec(line)?.[0];
  return {
    connectionString: `DefaultEndpointsProtocol=http;AccountName=${ACCOUNT};AccountKey=${KEY};BlobEndpoint=${endpoint}/${ACCOUNT};`,
    stop: () => script.stop('SIGTERM'),
  };
}
