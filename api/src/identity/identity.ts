import type { Person } from './person.ts';
import type { SetupProblem } from './setupProblem.ts';

/** Groups of delegated permissions for Graph: `files` for people, sites and files. */
export type GraphPermissions = 'files' | 'mail' | 'drafts' | 'chats' | 'meetings';

/** Verifies a person's token and exchanges it for a Graph token. */
export interface Identity {
  /** Returns the person of a bearer token. Throws `not_signed_in` unless the token is valid for AVA and its tenant. */
  verifyToken(bearer: string): Promise<Person>;
  /**
   * A token for Microsoft Graph with the person's permissions. Each group of permissions has its own token, so that a
   * missing consent to read mail does not stop the rest. `claims` are what Graph asks for when it refuses a token; with
   * them, Entra issues a new token. Throws `consent_required`, `not_signed_in` or `setup_refused`.
   */
  getGraphToken(person: Person, permissions?: GraphPermissions, claims?: string): Promise<string>;
  /** Why Entra refused AVA's registration at the latest exchange; null if it did not. */
  getSetupProblem(): SetupProblem | null;
  close(): void;
}

export interface IdentityOptions {
  /** For example https://login.microsoftonline.com, without a trailing slash. */
  authorityHost: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  appIdUri: string;
  /** Ids of the clients (`azp`) whose tokens AVA accepts: those of Teams and of AVA itself. */
  allowedClients: readonly string[];
  /** Graph's audience, which is the first part of each scope: for example https://graph.microsoft.com. */
  graphAudience: string;
}
