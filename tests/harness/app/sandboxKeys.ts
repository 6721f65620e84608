import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { keepFolder } from '#tests/harness/keepFolder.ts';

/** Copies keys and certificate into the sandbox's folder, because creating them takes half a second for every app. */
export async function copySandboxKeys(dataDir: string): Promise<void> {
  cpSync(await keepSandboxKeys(), join(dataDir, 'sandbox'), { recursive: true });
}

/** The sandbox replaces a certificate that expires soon, so old copies do no harm. */
function keepSandboxKeys(): Promise<string> {
  return keepFolder('ava-sandbox-keys', async (draft) => {
    const folder = join(draft, 'sandbox');
    const { getSandboxCertificate } = await import('#sandbox/server/certificate.ts');
    const { loadSigningKeys } = await import('#sandbox/identity/tokens/signingKeys.ts');
    const { loadChannelKeys } = await import('#sandbox/teams/channel/channelKeys.ts');
    await getSandboxCertificate(folder);
    await loadSigningKeys(folder);
    await loadChannelKeys(folder);
    return folder;
  });
}
