import { readEnvironment } from '../environment.ts';
import { msalClient } from './msal.ts';

/** The window that Teams opens for consent goes straight on to the identity provider. */
async function begin(): Promise<void> {
  const environment = readEnvironment();
  const asked = new URLSearchParams(window.location.search);
  const client = await msalClient(environment, {
    redirectUri: `${window.location.origin}/auth-end.html`,
    cache: 'sessionStorage',
  });
  await client.handleRedirectPromise();
  const loginHint = asked.get('loginHint');
  await client.loginRedirect({
    scopes: (asked.get('scope') ?? environment.scope).split(' '),
    prompt: 'consent',
    ...(loginHint ? { loginHint } : {}),
  });
}

begin().catch((cause: unknown) => {
  console.warn('Sign-in could not begin.', cause);
  document.getElementById('message')?.removeAttribute('hidden');
});
