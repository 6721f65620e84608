import { readEnvironment } from '../environment.ts';
import { msalClient } from './msalClient.ts';

/** As long as a sign-in name can be. */
const MAX_LOGIN_HINT = 320;

/** The window that Teams opens for consent goes straight on to the identity provider. */
async function begin(): Promise<void> {
  const environment = readEnvironment();
  const asked = new URLSearchParams(window.location.search);
  const client = await msalClient(environment, {
    redirectUri: `${window.location.origin}/auth-end.html`,
    cache: 'sessionStorage',
  });
  await client.handleRedirectPromise();
  // Whoever makes a link to this page must not choose what the person consents to.
  const loginHint = asked.get('loginHint')?.slice(0, MAX_LOGIN_HINT);
  await client.loginRedirect({
    scopes: [environment.scope],
    prompt: 'consent',
    ...(loginHint ? { loginHint } : {}),
  });
}

begin().catch((cause: unknown) => {
  console.warn('Sign-in could not begin.', cause);
  document.getElementById('message')?.removeAttribute('hidden');
});
