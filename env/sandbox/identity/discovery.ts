import { getIssuer } from './tokens/signTokens.ts';

/** The fields of Entra's openid-configuration that libraries read, with the sandbox's addresses. */
export function createOpenIdConfiguration(url: string, tenantId: string) {
  const tenantUrl = `${url}/${tenantId}`;
  return {
    token_endpoint: `${tenantUrl}/oauth2/v2.0/token`,
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    jwks_uri: `${tenantUrl}/discovery/v2.0/keys`,
    response_modes_supported: ['query', 'fragment', 'form_post'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
    response_types_supported: ['code'],
    scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
    issuer: getIssuer(url, tenantId),
    request_uri_parameter_supported: false,
    authorization_endpoint: `${tenantUrl}/oauth2/v2.0/authorize`,
    http_logout_supported: true,
    frontchannel_logout_supported: false,
    end_session_endpoint: `${tenantUrl}/oauth2/v2.0/logout`,
    claims_supported: [
      'sub',
      'iss',
      'aud',
      'exp',
      'iat',
      'nbf',
      'nonce',
      'name',
      'oid',
      'preferred_username',
      'tid',
      'ver',
      'uti',
    ],
    tenant_region_scope: 'EU',
    cloud_instance_name: new URL(url).host,
    msgraph_host: 'graph.microsoft.com',
  };
}
