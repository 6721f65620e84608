import type { Consents } from './consents.ts';
import { refuse } from './refusals.ts';
import type { Resource } from './registrations.ts';
import type { AskedScopes } from './scopes.ts';
import type { TokenMint } from './tokens.ts';

/** What the grants of one tenant need to answer. */
export type Tenant = { tenantId: string; mint: TokenMint; consents: Consents; accessTokenLifetime: number };

/** Entra's reply at the token endpoint. */
export type TokenReply = {
  token_type: 'Bearer';
  scope: string;
  expires_in: number;
  ext_expires_in: number;
  access_token: string;
  refresh_token?: string;
  id_token?: string;
  client_info?: string;
};

/** A required form field. Throws 900144 when it is missing. */
export function required(params: Record<string, string | undefined>, name: string): string {
  const value = params[name];
  if (!value) throw refuse.missingParameter(name);
  return value;
}

/** The permissions a request means: those named, or all of the registration for `.default`. */
export function meantScopes({ resource, names, everything }: AskedScopes): string[] {
  return everything || names.length === 0 ? resource.scopes : names;
}

export function fullScopes(resource: Resource, names: string[]): string {
  return names.map((name) => `${resource.id}/${name}`).join(' ');
}
