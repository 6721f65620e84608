import { readEnvironment } from '#tab/environment.ts';
import { createMsalClient } from './msalClient.ts';

/** The identity provider redirects the consent window here. It reports the outcome to Teams, and Teams closes it. */
async function finish(): Promise<void> {
  const { app, authentication } = await import('./teamsSdk.ts');
  const environment = readEnvironment();
  await app.initialize(environment.hostOrigins);
  try {
    const client = await createMsalClient(environment, {
      redirectUri: `${window.location.origin}/auth-end.html`,
      cache: 'sessionStorage',
    });
    await client.handleRedirectPromise();
    await client.clearCache();
    // Reports success only: tokens stay with the identity provider and Teams.
    authentication.notifySuccess(JSON.stringify({ done: true }));
  } catch (cause) {
    authentication.notifyFailure(cause instanceof Error ? cause.message : String(cause));
  }
}

finish().catch((cause: unknown) => {
  console.warn('consent window failed after redirect', cause);
  document.getElementById('message')?.removeAttribute('hidden');
});
