import { ConfidentialClientApplication, InteractionRequiredAuthError } from '@azure/msal-node';
import { AvaError } from '../../contract/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { Identity, IdentityOptions } from './identity.ts';
import { createVerifier } from './tokenVerifier.ts';

/** Files are written by the upload into a site's library alone; groups tell who owns a site. */
const SCOPES = [
  'User.Read',
  'User.ReadBasic.All',
  'People.Read',
  'Sites.Read.All',
  'Files.ReadWrite.All',
  'GroupMember.Read.All',
];

/** Entra, or the sandbox that speaks as Entra does. On-behalf-of tokens stay in MSAL's cache, under the assertion's hash. */
export function createIdentity(options: IdentityOptions, log: Log): Identity {
  const verifier = createVerifier(options, log);
  const authority = new URL(options.authorityHost);
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      authority: `${options.authorityHost}/${options.tenantId}`,
      knownAuthorities: [authority.host],
    },
  });
  const scopes = SCOPES.map((scope) => `${options.graphAudience}/${scope}`);

  return {
    verify: verifier.verify,
    async graphToken(person) {
      try {
        const result = await application.acquireTokenOnBehalfOf({ oboAssertion: person.bearer, scopes });
        if (!result) throw new AvaError('not_signed_in');
        return result.accessToken;
      } catch (cause) {
        if (cause instanceof AvaError) throw cause;
        if (cause instanceof InteractionRequiredAuthError) throw new AvaError('consent_required', { cause });
        throw new AvaError('graph_unavailable', { cause });
      }
    },
    close: verifier.close,
  };
}
