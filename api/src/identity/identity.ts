import type { Person } from './person.ts';

/** Who is asking, and acting for them: the one place where tokens are checked and exchanged. */
export interface Identity {
  /** The person of a bearer; throws `not_signed_in` for everything that is not a valid token of AVA's tenant and audience. */
  verify(bearer: string): Promise<Person>;
  /** A token for Microsoft Graph with the person's own rights. Throws `consent_required` or `not_signed_in`. */
  graphToken(person: Person): Promise<string>;
  close(): void;
}

export interface IdentityOptions {
  /** Such as https://login.microsoftonline.com, without a last slash. */
  authorityHost: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
  appIdUri: string;
  /** Client ids (`azp`) that may ask for AVA's tokens: Teams' own and AVA's. */
  allowedClients: readonly string[];
  /** The audience of Graph's scopes, such as https://graph.microsoft.com. */
  graphAudience: string;
}
