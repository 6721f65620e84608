import type { Environment } from '../environment.ts';
import type { Identity } from '../state/session.actions.ts';
import type { HostContext } from './teamsHost.ts';

/** What getAuthToken answers when nobody has agreed yet that AVA may know who is using it. */
const CONSENT_REASON = /consent|mfa/i;
const WINDOW = { width: 600, height: 535 };

/** Sign-in inside Teams: Teams itself hands out the token and caches it; nothing of it is kept here. */
export function teamsIdentity(context: HostContext, environment: Environment): Identity {
  async function token(): Promise<string | null> {
    const { authentication } = await import('./teamsSdk.ts');
    return authentication.getAuthToken();
  }

  async function askOwnConsent(): Promise<void> {
    const { authentication } = await import('./teamsSdk.ts');
    await authentication.authenticate({ url: startPage(context), ...WINDOW });
  }

  return {
    person: context.personId === '' ? null : { tenantId: context.tenantId, id: context.personId },
    token,
    async signIn() {
      try {
        await token();
      } catch (cause) {
        if (!CONSENT_REASON.test(cause instanceof Error ? cause.message : String(cause))) throw cause;
        await askOwnConsent();
      }
    },
    consent: () => askDelegatedConsent(environment),
    signOut: () => Promise.resolve(),
  };
}

function startPage(context: HostContext): string {
  return `${window.location.origin}/auth-start.html?${new URLSearchParams({ loginHint: context.loginHint })}`;
}

/**
 * Asks for what AVA does in the person's name in Microsoft 365. teamsfx opens the same page in Teams' own window; it
 * needs a token of Teams first, which is why the person's very first consent does not go through it.
 */
async function askDelegatedConsent(environment: Environment): Promise<void> {
  const { TeamsUserCredential } = await import('@microsoft/teamsfx');
  const credential = new TeamsUserCredential({
    clientId: environment.clientId,
    initiateLoginEndpoint: `${window.location.origin}/auth-start.html`,
  });
  await credential.login([environment.scope]);
}
