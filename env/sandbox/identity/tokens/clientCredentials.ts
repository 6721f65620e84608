import { entraErrors } from '#sandbox/identity/entraErrors.ts';
import { parseScopes } from './scopeParser.ts';
import { getRequired, type Tenant, type TokenReply } from './tokenEndpoint.ts';
import { mintAppToken } from './signTokens.ts';

export const CLIENT_CREDENTIALS = 'client_credentials';

/** Issues an application token with roles and without scp. Throws EntraError unless the scope is `RESOURCE/.default`. */
export async function clientCredentials(
  tenant: Tenant,
  clientId: string,
  params: Record<string, string | undefined>,
): Promise<Omit<TokenReply, 'scope'>> {
  const scope = getRequired(params, 'scope');
  const { resource, names, isDefault } = parseScopes(scope);
  if (!isDefault || names.length > 0) throw entraErrors.applicationScope(scope);

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
