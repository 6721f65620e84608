import type { Person } from './person.ts';

/** Verifies tokens and exchanges them. */
export interface Identity {
  /** Returns the person of a bearer token. Throws `not_signed_in` unless the token is valid for AVA in its tenant. */
  verifyToken(bearer: string): Promise<Person>;
  /** A token for Microsoft Graph with the person's permissions. Throws `consent_required` or `not_signed_in`. */
  getGraphToken(person: Person): Promise<string>;
  close(): void;
}

export interface IdentityOptions {
  /** For example https://login.microsoftonline.com, without a trailing slash. */
  authorityHost: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  appIdUri: string;
  /** Client ids (`azp`) that can request AVA's tokens: those of Teams and of AVA. */
  allowedClients: readonly string[];
  /** Audience of Graph's scopes, for example https://graph.microsoft.com. */
  graphAudience: string;
}
