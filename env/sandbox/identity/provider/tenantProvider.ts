import { decodeJwt } from 'jose';
import Provider, { type Context, type Middleware, type ProviderError } from 'oidc-provider';
import { getPerson } from '#sandbox/people.ts';
import { CLIENT_CREDENTIALS, clientCredentials } from '#sandbox/identity/tokens/clientCredentials.ts';
import { createProviderConfiguration, type Lifetimes } from './providerConfiguration.ts';
import { ON_BEHALF_OF, onBehalfOf } from '#sandbox/identity/tokens/onBehalfOf.ts';
import { entraErrors, toErrorBody, EntraError } from '#sandbox/identity/entraErrors.ts';
import { GRAPH_RESOURCE, findResource } from '#sandbox/identity/registrations.ts';
import type { Tenant, TokenReply } from '#sandbox/identity/tokens/tokenEndpoint.ts';
import { createClientInfo, getIssuer, mintIdToken, mintUserToken } from '#sandbox/identity/tokens/signTokens.ts';

type TokenRequest = { clientId: string; redirectUri: string; grantType: string; origin: string };

/** Errors by oidc-provider's internal detail text, because many of its errors differ only in this text. */
const errorsByDetail: Record<string, (request: TokenRequest) => EntraError> = {
  'client not found': ({ clientId }) => entraErrors.unknownClient(clientId),
  'invalid secret provided': ({ clientId }) => entraErrors.wrongSecret(clientId),
  'code_verifier does not match code_challenge': entraErrors.wrongVerifier,
  'code_verifier must be provided': entraErrors.missingVerifier,
  'authorization code not found': entraErrors.unknownCode,
  'authorization code is expired': entraErrors.expiredCode,
  'authorization code already consumed': entraErrors.usedCode,
  'authorization code redirect_uri mismatch': ({ redirectUri }) => entraErrors.otherRedirect(redirectUri),
  'refresh token not found': entraErrors.unknownRefreshToken,
  'refresh token is expired': entraErrors.expiredRefreshToken,
  'grant not found': entraErrors.revoked,
  'grant is expired': entraErrors.expiredRefreshToken,
  'client mismatch': entraErrors.unknownCode,
};

/**
 * Creates the authorization server of one tenant. oidc-provider checks requests, codes, verifiers and sessions; the tokens
 * are minted here, so that they have exactly Entra's claims.
 */
export function createTenantProvider(tenant: Tenant, redirectUris: string[], lifetimes: Lifetimes): Provider {
  const provider = new Provider(
    getIssuer(tenant.mint.url, tenant.tenantId),
    createProviderConfiguration(tenant, redirectUris, lifetimes),
  );
  provider.registerGrantType(ON_BEHALF_OF, createGrantHandler(tenant, onBehalfOf), [
    'assertion',
    'requested_token_use',
    'scope',
  ]);
  provider.registerGrantType(CLIENT_CREDENTIALS, createGrantHandler(tenant, clientCredentials), ['scope']);
  provider.on('grant.error', (ctx, error) => {
    const { params = {} } = ctx.oidc;
    ctx.state['entraError'] = toEntraError(error, {
      clientId: params['client_id'] ?? '',
      redirectUri: params['redirect_uri'] ?? '',
      grantType: params['grant_type'] ?? '',
      origin: ctx.get('origin'),
    });
  });
  provider.use(translateReply(tenant));
  return provider;
}

function createGrantHandler(
  tenant: Tenant,
  grant: (tenant: Tenant, clientId: string, params: Record<string, string | undefined>) => Promise<object>,
): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    const clientId = ctx.oidc.client?.clientId ?? '';
    if (tenant.secret.state === 'wrong') throw entraErrors.wrongSecret(clientId);
    if (tenant.secret.state === 'expired') throw entraErrors.expiredSecret(clientId);
    ctx.body = await grant(tenant, clientId, ctx.oidc.params ?? {});
  };
}

/** Converts oidc-provider's reply at the token endpoint to Entra's. */
function translateReply(tenant: Tenant): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'token') return;
    const entraError = ctx.state['entraError'] as EntraError | undefined;
    if (entraError) {
      ctx.status = entraError.statusCode;
      ctx.body = toErrorBody(entraError, ctx.get('client-request-id') || undefined);
    } else if (ctx.status === 200 && ctx.oidc.entities['AccessToken']) {
      ctx.body = await createUserReply(tenant, ctx, ctx.body as TokenReply);
    }
  };
}

async function createUserReply(tenant: Tenant, ctx: Context, reply: TokenReply): Promise<TokenReply> {
  const { accountId, scope = '' } = ctx.oidc.entities['AccessToken'] ?? {};
  const person = getPerson(accountId ?? '');
  const clientId = ctx.oidc.client?.clientId ?? '';
  const expiresIn = reply.expires_in;
  const granted = scope.split(' ').filter(Boolean);
  const audience = findResource(granted[0]?.slice(0, granted[0].lastIndexOf('/')) ?? '')?.audience ?? GRAPH_RESOURCE;
  const scp = granted.map((each) => each.slice(each.lastIndexOf('/') + 1)).join(' ');
  const nonce = reply.id_token && (decodeJwt(reply.id_token)['nonce'] as string | undefined);
  return {
    ...reply,
    scope: scope || 'openid profile',
    ext_expires_in: expiresIn,
    access_token: await mintUserToken(tenant.mint, {
      person,
      audience,
      azp: clientId,
      scp: scp || 'openid profile',
      expiresIn,
    }),
    ...(reply.id_token ? { id_token: await mintIdToken(tenant.mint, { person, clientId, nonce, expiresIn }) } : {}),
    client_info: createClientInfo(person),
  };
}

/** Converts an error of oidc-provider to Entra's. */
function toEntraError(error: ProviderError, request: TokenRequest): EntraError {
  if (error instanceof EntraError) return error;
  const createError = errorsByDetail[error.error_detail ?? ''];
  if (createError) return createError(request);
  const description = error.error_description ?? '';
  if (error.message === 'unsupported_grant_type') return entraErrors.unsupportedGrant(request.grantType);
  if (error.message === 'invalid_client')
    return request.grantType === 'authorization_code'
      ? entraErrors.publicClient(request.clientId)
      : entraErrors.missingSecret();
  if (description.startsWith('code_verifier')) return entraErrors.wrongVerifier();
  if (description.startsWith('origin ')) return entraErrors.crossOriginRefused(request.origin);
  if (description.includes('grant type is not allowed')) return entraErrors.grantNotAllowed();
  const missing = /^missing required parameters? '(\w+)'/.exec(description)?.[1];
  return missing ? entraErrors.missingParameter(missing) : entraErrors.malformed(description);
}
