import { refuse } from './refusals.ts';
import { askedScopes } from './scopes.ts';
import { required, type Tenant, type TokenReply } from './tokenEndpoint.ts';
import { mintAppToken } from './tokens.ts';

export const CLIENT_CREDENTIALS = 'client_credentials';

/** A token in the application's own name: roles, no scp. Throws an EntraRefusal unless `RESOURCE/.default` is asked. */
export async function clientCredentials(
  tenant: Tenant,
  clientId: string,
  params: Record<string, string | undefined>,
): Promise<Omit<TokenReply, 'scope'>> {
  const scope = required(params, 'scope');
  const { resource, names, everything } = askedScopes(scope);
  if (!everything || names.length > 0) throw refuse.applicationScope(scope);

  const expiresIn = tenant.accessTokenLifetime;
  const { audience, applicationRoles: roles } = resource;
  const token = { audience, azp: clientId, tenantId: tenant.tenantId, roles, expiresIn };
  return {
    token_type: 'Bearer',
    expires_in: expiresIn,
    ext_expires_in: expiresIn,
    access_token: await mintAppToken(tenant.mint, token),
  };
}
