import { readEnvironment } from '#tab/environment.ts';
import { createMsalClient } from './msalClient.ts';

/** Maximum length of a sign-in name. */
const MAX_LOGIN_HINT = 320;

/** Redirects the consent window that Teams opened to the identity provider. */
async function redirectToSignIn(): Promise<void> {
  const environment = readEnvironment();
  const parameters = new URLSearchParams(window.location.search);
  const client = await createMsalClient(environment, {
    redirectUri: `${window.location.origin}/auth-end.html`,
    cache: 'sessionStorage',
  });
  await client.handleRedirectPromise();
  // Scopes and redirect come from the configuration: a crafted link to this page must not choose what the person
  // consents to.
  const loginHint = parameters.get('loginHint')?.slice(0, MAX_LOGIN_HINT);
  await client.loginRedirect({
    scopes: [environment.scope],
    prompt: 'consent',
    ...(loginHint ? { loginHint } : {}),
  });
}

redirectToSignIn().catch((cause: unknown) => {
  console.warn('consent window failed to redirect', cause);
  document.getElementById('message')?.removeAttribute('hidden');
});
