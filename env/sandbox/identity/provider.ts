import { decodeJwt } from 'jose';
import Provider, { type Context, type Middleware } from 'oidc-provider';
import { personNamed } from '../people.ts';
import { CLIENT_CREDENTIALS, clientCredentials } from './clientCredentials.ts';
import { configurationOf, type Lifetimes } from './configuration.ts';
import { ON_BEHALF_OF, onBehalfOf } from './onBehalfOf.ts';
import { refusalBody, type EntraRefusal } from './refusals.ts';
import { GRAPH_RESOURCE, resourceNamed } from './registrations.ts';
import type { Tenant, TokenReply } from './tokenEndpoint.ts';
import { clientInfo, issuerOf, mintIdToken, mintUserToken } from './tokens.ts';
import { refusalFor } from './translate.ts';

/**
 * The authorization server of one tenant. oidc-provider checks requests, codes, verifiers and sessions; the tokens
 * themselves are minted here, so that they carry Entra's claims and nothing else.
 */
export function tenantProvider(tenant: Tenant, redirectUris: string[], lifetimes: Lifetimes): Provider {
  const provider = new Provider(
    issuerOf(tenant.mint.url, tenant.tenantId),
    configurationOf(tenant, redirectUris, lifetimes),
  );
  provider.registerGrantType(ON_BEHALF_OF, answerWith(tenant, onBehalfOf), [
    'assertion',
    'requested_token_use',
    'scope',
  ]);
  provider.registerGrantType(CLIENT_CREDENTIALS, answerWith(tenant, clientCredentials), ['scope']);
  provider.on('grant.error', (ctx, error) => {
    const { params = {} } = ctx.oidc;
    ctx.state['refusal'] = refusalFor(error, {
      clientId: params['client_id'] ?? '',
      redirectUri: params['redirect_uri'] ?? '',
      grantType: params['grant_type'] ?? '',
      origin: ctx.get('origin'),
    });
  });
  provider.use(inEntrasWords(tenant));
  return provider;
}

function answerWith(
  tenant: Tenant,
  grant: (tenant: Tenant, clientId: string, params: Record<string, string | undefined>) => Promise<object>,
): (ctx: Context) => Promise<void> {
  return async (ctx) => {
    ctx.body = await grant(tenant, ctx.oidc.client?.clientId ?? '', ctx.oidc.params ?? {});
  };
}

/** Turns oidc-provider's answer at the token endpoint into Entra's. */
function inEntrasWords(tenant: Tenant): Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.oidc?.route !== 'token') return;
    const refusal = ctx.state['refusal'] as EntraRefusal | undefined;
    if (refusal) {
      ctx.status = refusal.statusCode;
      ctx.body = refusalBody(refusal, ctx.get('client-request-id') || undefined);
    } else if (ctx.status === 200 && ctx.oidc.entities['AccessToken']) {
      ctx.body = await personsReply(tenant, ctx, ctx.body as TokenReply);
    }
  };
}

async function personsReply(tenant: Tenant, ctx: Context, reply: TokenReply): Promise<TokenReply> {
  const { accountId, scope = '' } = ctx.oidc.entities['AccessToken'] ?? {};
  const person = personNamed(accountId ?? '');
  const clientId = ctx.oidc.client?.clientId ?? '';
  const expiresIn = reply.expires_in;
  const granted = scope.split(' ').filter(Boolean);
  const audience = resourceNamed(granted[0]?.slice(0, granted[0].lastIndexOf('/')) ?? '')?.audience ?? GRAPH_RESOURCE;
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
    client_info: clientInfo(person),
  };
}
