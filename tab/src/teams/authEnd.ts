import { readEnvironment } from '../environment.ts';
import { msalClient } from './msalClient.ts';

/** Where the identity provider sends the consent window back to: it tells Teams how it went, and Teams closes it. */
async function finish(): Promise<void> {
  const { app, authentication } = await import('./teamsSdk.ts');
  const environment = readEnvironment();
  await app.initialize(environment.hostOrigins);
  try {
    const client = await msalClient(environment, {
      redirectUri: `${window.location.origin}/auth-end.html`,
      cache: 'sessionStorage',
    });
    await client.handleRedirectPromise();
    await client.clearCache();
    // Only that it went well: tokens stay with the identity provider and Teams.
    authentication.notifySuccess(JSON.stringify({ done: true }));
  } catch (cause) {
    authentication.notifyFailure(cause instanceof Error ? cause.message : String(cause));
  }
}

finish().catch((cause: unknown) => {
  console.warn('Sign-in could not be finished.', cause);
  document.getElementById('message')?.removeAttribute('hidden');
});
