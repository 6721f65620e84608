import type { Consents } from '#sandbox/identity/consents.ts';
import { entraErrors } from '#sandbox/identity/entraErrors.ts';
import type { Resource } from '#sandbox/identity/registrations.ts';
import type { ScopeRequest } from './scopeParser.ts';
import type { TokenMint } from './signTokens.ts';

/** The data of one tenant from which its tokens are issued. */
export type Tenant = {
  tenantId: string;
  mint: TokenMint;
  consents: Consents;
  accessTokenLifetime: number;
  secret: ClientSecret;
};

/** Whether Entra accepts AVA's client secret, whatever its value is; a control changes it. */
export type ClientSecret = { state: 'valid' | 'wrong' | 'expired' };

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

/** Returns a required form field. Throws 900144 if it is missing. */
export function getRequired(params: Record<string, string | undefined>, name: string): string {
  const value = params[name];
  if (!value) throw entraErrors.missingParameter(name);
  return value;
}

/** The names of the requested scopes; of all registered ones for `.default` or if no scope is named. */
export function resolveScopeNames({ resource, names, isDefault }: ScopeRequest): string[] {
  return isDefault || names.length === 0 ? resource.scopes : names;
}

export function qualifyScopes(resource: Resource, names: string[]): string {
  return names.map((name) => `${resource.id}/${name}`).join(' ');
}
