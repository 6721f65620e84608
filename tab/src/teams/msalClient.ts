import { PublicClientApplication, type Configuration } from '@azure/msal-browser';
import type { Environment } from '#tab/environment.ts';

/** MSAL client for sign-in in a plain browser and for the consent window. */
export async function createMsalClient(
  environment: Environment,
  options: { redirectUri: string; cache: 'localStorage' | 'sessionStorage' },
): Promise<PublicClientApplication> {
  const configuration: Configuration = {
    auth: {
      clientId: environment.clientId,
      authority: environment.authority,
      // The host includes the port. Without it, MSAL would ask login.microsoftonline.com whether it knows this
      // provider.
      knownAuthorities: [new URL(environment.authority).host],
      redirectUri: options.redirectUri,
      postLogoutRedirectUri: window.location.origin + '/',
    },
    cache: { cacheLocation: options.cache },
  };
  const client = new PublicClientApplication(configuration);
  await client.initialize();
  return client;
}
