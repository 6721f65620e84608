import { PublicClientApplication, type Configuration } from '@azure/msal-browser';
import type { Environment } from '../environment.ts';

/** The identity provider's client for pages outside Teams' own sign-in. */
export async function msalClient(
  environment: Environment,
  place: { redirectUri: string; cache: 'localStorage' | 'sessionStorage' },
): Promise<PublicClientApplication> {
  const configuration: Configuration = {
    auth: {
      clientId: environment.clientId,
      authority: environment.authority,
      // Named with its port, or MSAL asks login.microsoftonline.com whether it knows this provider.
      knownAuthorities: [new URL(environment.authority).host],
      redirectUri: place.redirectUri,
      postLogoutRedirectUri: window.location.origin + '/',
    },
    cache: { cacheLocation: place.cache },
  };
  const client = new PublicClientApplication(configuration);
  await client.initialize();
  return client;
}
