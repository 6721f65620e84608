import { CacheLookupPolicy, type AccountInfo, type PublicClientApplication } from '@azure/msal-browser';
import type { Environment } from '../environment.ts';
import { logFailure } from '../state/log.ts';
import type { TokenProvider } from '../state/session.actions.ts';
import { createMsalClient } from './msalClient.ts';

/**
 * Sign-in in a plain browser: authorization code with PKCE by redirect, tokens kept by MSAL. An id or refresh token that
 * is missing makes MSAL throw; a person then has to sign in again.
 */
export async function createBrowserTokenProvider(environment: Environment): Promise<TokenProvider> {
  if (environment.authority === '' || environment.clientId === '') return createSignedOutProvider();
  const client = await createMsalClient(environment, {
    redirectUri: window.location.origin + '/',
    cache: 'localStorage',
  });
  const returned = await client.handleRedirectPromise().catch((cause: unknown) => {
    logFailure('The sign-in page sent the person back with an error.', cause);
    return null;
  });
  const account = returned?.account ?? client.getAllAccounts()[0] ?? null;
  const scopes = [environment.scope];
  return {
    person: account && { tenantId: account.tenantId, id: account.localAccountId },
    getToken: (options) => acquireTokenSilently(client, account, scopes, options?.fresh ?? false),
    signIn: () => client.loginRedirect({ scopes, ...(account ? { loginHint: account.username } : {}) }),
    requestConsent: () => client.loginRedirect({ scopes, prompt: 'consent' }),
    signOut: () => client.logoutRedirect({ account }),
  };
}

/** From the cache or by the refresh token. No hidden frames: they need cookies that browsers no longer give them. */
async function acquireTokenSilently(
  client: PublicClientApplication,
  account: AccountInfo | null,
  scopes: string[],
  fresh: boolean,
): Promise<string | null> {
  if (account === null) return null;
  try {
    const result = await client.acquireTokenSilent({
      account,
      scopes,
      forceRefresh: fresh,
      cacheLookupPolicy: fresh ? CacheLookupPolicy.RefreshToken : CacheLookupPolicy.AccessTokenAndRefreshToken,
    });
    return result.accessToken;
  } catch (cause) {
    logFailure('No token could be had without asking the person.', cause);
    return null;
  }
}

/** A page that was told no identity provider, such as a preview: nobody is signed in. */
function createSignedOutProvider(): TokenProvider {
  const refused = () => Promise.reject(new Error('This page was told no identity provider.'));
  return {
    person: null,
    getToken: () => Promise.resolve(null),
    signIn: refused,
    requestConsent: refused,
    signOut: () => Promise.resolve(),
  };
}
