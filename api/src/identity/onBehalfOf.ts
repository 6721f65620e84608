import { ConfidentialClientApplication, InteractionRequiredAuthError, ServerError } from '@azure/msal-node';
import { AvaError } from '#contract/errors.ts';
import type { Log } from '#platform/log.ts';
import type { GraphPermissions, Identity, IdentityOptions } from './identity.ts';
import type { Person } from './person.ts';
import { findSetupProblem, SetupMonitor } from './setupProblem.ts';

/** Files.ReadWrite.All is for uploads to a site's library; GroupMember.Read.All shows who owns a site. */
const SCOPES: Record<GraphPermissions, readonly string[]> = {
  files: [
    'User.Read',
    'User.ReadBasic.All',
    'People.Read',
    'Sites.Read.All',
    'Files.ReadWrite.All',
    'GroupMember.Read.All',
  ],
  mail: ['Mail.Read'],
  // The permission to create drafts. AVA never asks for Mail.Send.
  drafts: ['Mail.ReadWrite'],
  chats: ['Chat.Read'],
  meetings: ['Calendars.Read', 'OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All'],
};

/** Exchanges a person's token for a Graph token (on-behalf-of flow). MSAL caches it under a hash of the person's token. */
export function createOnBehalfOf(
  options: IdentityOptions,
  log: Log,
): Pick<Identity, 'getGraphToken' | 'getSetupProblem'> {
  const monitor = new SetupMonitor(log);
  const authority = new URL(options.authorityHost);
  const application = new ConfidentialClientApplication({
    auth: {
      clientId: options.clientId,
      clientSecret: options.clientSecret,
      authority: `${options.authorityHost}/${options.tenantId}`,
      knownAuthorities: [authority.host],
    },
  });

  async function getGraphToken(
    person: Person,
    permissions: GraphPermissions = 'files',
    claims?: string,
  ): Promise<string> {
    const scopes = SCOPES[permissions].map((scope) => `${options.graphAudience}/${scope}`);
    try {
      const result = await application.acquireTokenOnBehalfOf({
        oboAssertion: person.bearer,
        scopes,
        // With claims, MSAL does not look for the token in its cache.
        ...(claims !== undefined && { claims }),
      });
      if (!result) throw new AvaError('not_signed_in');
      monitor.report(null);
      return result.accessToken;
    } catch (cause) {
      if (cause instanceof AvaError) throw cause;
      if (cause instanceof InteractionRequiredAuthError) throw new AvaError('consent_required', { cause });
      // The person's token expired after AVA had verified it, for example during a long run (RFC 6749, 5.2).
      if (cause instanceof ServerError && cause.errorCode === 'invalid_grant')
        throw new AvaError('not_signed_in', { cause });
      const problem = findSetupProblem(cause);
      if (problem) monitor.report(problem);
      throw new AvaError(problem ? 'setup_refused' : 'graph_unavailable', { cause });
    }
  }

  return { getGraphToken, getSetupProblem: () => monitor.problem };
}
