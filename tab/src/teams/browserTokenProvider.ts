import { CacheLookupPolicy, type AccountInfo, type PublicClientApplication } from '@azure/msal-browser';
import type { Environment } from '#tab/environment.ts';
import { logFailure } from '#tab/state/log.ts';
import type { TokenProvider } from './tokenProvider.ts';
import { createMsalClient } from './msalClient.ts';

/**
 * Signs in with MSAL in a plain browser: authorization code with PKCE by redirect. MSAL keeps the tokens. Without a
 * valid token, the person has to sign in again.
 */
export async function createBrowserTokenProvider(environment: Environment): Promise<TokenProvider> {
  if (environment.authority === '' || environment.clientId === '') return createSignedOutProvider();
  const client = await createMsalClient(environment, {
    redirectUri: window.location.origin + '/',
    cache: 'localStorage',
  });
  const redirectResult = await client.handleRedirectPromise().catch((cause: unknown) => {
    logFailure('sign-in redirect failed', cause);
    return null;
  });
  const account = redirectResult?.account ?? client.getAllAccounts()[0] ?? null;
  const scopes = [environment.scope];
  return {
    person: account && { tenantId: account.tenantId, id: account.localAccountId },
    getToken: (options) => acquireTokenSilently(client, account, scopes, options?.fresh ?? false),
    signIn: () => client.loginRedirect({ scopes, ...(account ? { loginHint: account.username } : {}) }),
    requestConsent: () => client.loginRedirect({ scopes, prompt: 'consent' }),
    signOut: () => client.logoutRedirect({ account }),
  };
}

/** Uses the cache or the refresh token. No hidden iframes: they need third-party cookies, which browsers block. */
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
    logFailure('silent token request failed', cause);
    return null;
  }
}

/** For a page without an identity provider, such as a preview: nobody can sign in. */
function createSignedOutProvider(): TokenProvider {
  const reject = () => Promise.reject(new Error('no identity provider configured'));
  return {
    person: null,
    getToken: () => Promise.resolve(null),
    signIn: reject,
    requestConsent: reject,
    signOut: () => Promise.resolve(),
  };
}
