import { randomBytes } from 'node:crypto';
import { interactionPolicy, type Context, type GrantModel } from 'oidc-provider';
import { findPerson, findOrganization, getPerson } from '#sandbox/people.ts';
import { CLIENT_CREDENTIALS } from '#sandbox/identity/tokens/clientCredentials.ts';
import { createMemoryAdapter } from './memoryAdapter.ts';
import { ON_BEHALF_OF } from '#sandbox/identity/tokens/onBehalfOf.ts';
import { errorPage, signedOutPage, signOutPage } from '#sandbox/identity/pages/signInPages.ts';
import { entraErrors } from '#sandbox/identity/entraErrors.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET, findResource, SPA_CLIENT_ID } from '#sandbox/identity/registrations.ts';
import type { Tenant } from '#sandbox/identity/tokens/tokenEndpoint.ts';

export type Lifetimes = {
  /** Seconds; 600 in Entra. */
  code: number;
  /** Seconds; about 3,600 in Entra. */
  accessToken: number;
  /** Seconds; 86,400 in Entra for single-page apps. */
  refreshToken: number;
};

/** Creates oidc-provider's configuration for one tenant. */
export function createProviderConfiguration(
  tenant: Tenant,
  redirectUris: string[],
  lifetimes: Lifetimes,
): Record<string, unknown> {
  const tenantPath = `/${tenant.tenantId}`;
  const short = { httpOnly: true, sameSite: 'lax', secure: true, signed: true };
  return {
    adapter: createMemoryAdapter(),
    jwks: { keys: [tenant.mint.keys.getNewest()] },
    clients: createClients(redirectUris),
    routes: {
      authorization: `${tenantPath}/oauth2/v2.0/authorize`,
      token: `${tenantPath}/oauth2/v2.0/token`,
      jwks: `${tenantPath}/discovery/v2.0/keys`,
      end_session: `${tenantPath}/oauth2/v2.0/logout`,
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    // `getResourceServer` requires PKCE instead, with Entra's error.
    pkce: { required: () => false },
    clientBasedCORS: (_ctx: Context, origin: string, client: { redirectUris?: string[] }) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx: Context, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    findAccount: (ctx: Context, oid: string) => findAccount(tenant, ctx, oid),
    loadExistingGrant: (ctx: Context) => loadGrant(tenant, ctx),
    interactions: {
      url: (_ctx: Context, { uid }: { uid: string }) => `${tenantPath}/sandbox/interaction/${uid}`,
      policy: policyWithAccountSelection(),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutPage, postLogoutSuccessSource: signedOutPage },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx: Context, id: string) => getResourceServer(ctx, id, lifetimes),
      },
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      Grant: lifetimes.refreshToken,
      IdToken: lifetimes.accessToken,
      Interaction: 600,
      // A single-page app's refresh token expires 24 hours after the sign-in, even if it was renewed.
      RefreshToken: (ctx: Context) => ctx.oidc.entities['RotatedRefreshToken']?.remainingTTL ?? lifetimes.refreshToken,
      Session: 86_400,
    },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: cookieNames(tenant.tenantId),
      // msal-browser signs in silently in a frame of AVA's page, which gets only cookies with `sameSite: 'none'`.
      long: { ...short, sameSite: 'none' },
      short,
    },
    renderError: (ctx: Context, out: { error: string; error_description?: string }) => errorPage(ctx, out),
  };
}

function createClients(redirectUris: string[]) {
  const grants = ['authorization_code', 'refresh_token'];
  return [
    {
      client_id: SPA_CLIENT_ID,
      token_endpoint_auth_method: 'none',
      redirect_uris: redirectUris,
      post_logout_redirect_uris: redirectUris,
      response_types: ['code'],
      grant_types: grants,
    },
    {
      client_id: API_CLIENT_ID,
      client_secret: API_CLIENT_SECRET,
      token_endpoint_auth_method: 'client_secret_post',
      redirect_uris: redirectUris,
      post_logout_redirect_uris: redirectUris,
      response_types: ['code'],
      grant_types: [...grants, ON_BEHALF_OF, CLIENT_CREDENTIALS],
    },
  ];
}

/** Both tenants have the same host, so their cookies need different names. */
function cookieNames(tenantId: string): Record<string, string> {
  const suffix = tenantId.slice(0, 8);
  return { session: `session_${suffix}`, interaction: `interaction_${suffix}`, resume: `resume_${suffix}` };
}

function policyWithAccountSelection() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

function findAccount(tenant: Tenant, ctx: Context, oid: string) {
  const isPageRedemption = ctx.oidc.route === 'token' && ctx.oidc.client?.clientId === SPA_CLIENT_ID;
  if (isPageRedemption && !ctx.get('origin')) throw entraErrors.crossOriginOnly();
  const person = findPerson(oid, findOrganization(tenant.tenantId));
  return person && { accountId: person.oid, claims: async () => ({ sub: person.oid }) };
}

/** Also requires PKCE, because this is the first hook after oidc-provider has checked client and redirect address. */
function getResourceServer(ctx: Context, id: string, lifetimes: Lifetimes) {
  if (ctx.oidc.route === 'authorization' && !ctx.oidc.params?.['code_challenge']) throw entraErrors.pkceRequired();
  const resource = findResource(id);
  if (!resource) throw entraErrors.unknownResource(id);
  return {
    scope: resource.scopes.map((name) => `${resource.id}/${name}`).join(' '),
    audience: resource.audience,
    accessTokenTTL: lifetimes.accessToken,
    accessTokenFormat: 'opaque',
  };
}

/** Creates a grant without a consent page, because an administrator has consented; none if consent was withdrawn. */
async function loadGrant(tenant: Tenant, ctx: Context): Promise<GrantModel | undefined> {
  const { account, client, provider, requestParamOIDCScopes, requestParamScopes, resourceServers } = ctx.oidc;
  if (!account || !client || !tenant.consents.covers(getPerson(account.accountId), [])) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope([...requestParamOIDCScopes].join(' '));
  for (const [id, { scopes }] of Object.entries(resourceServers)) {
    grant.addResourceScope(id, [...requestParamScopes].filter((scope) => scopes.has(scope)).join(' '));
  }
  await grant.save();
  return grant;
}
