import { randomBytes } from 'node:crypto';
import { interactionPolicy, type Context, type GrantModel } from 'oidc-provider';
import { findPerson, organizationOf, personNamed } from '../people.ts';
import { CLIENT_CREDENTIALS } from './clientCredentials.ts';
import { memoryAdapter } from './memoryAdapter.ts';
import { ON_BEHALF_OF } from './onBehalfOf.ts';
import { errorPage, signedOutPage, signOutPage } from './pages.ts';
import { refuse } from './refusals.ts';
import { API_CLIENT_ID, API_CLIENT_SECRET, resourceNamed, SPA_CLIENT_ID } from './registrations.ts';
import type { Tenant } from './tokenEndpoint.ts';

export type Lifetimes = {
  /** Seconds. Entra's are 600, about 3,600, and 86,400 for single-page apps. */
  code: number;
  accessToken: number;
  refreshToken: number;
};

/** Everything oidc-provider is told about one tenant. */
export function configurationOf(tenant: Tenant, redirectUris: string[], lifetimes: Lifetimes): Record<string, unknown> {
  const at = `/${tenant.tenantId}`;
  const short = { httpOnly: true, sameSite: 'lax', secure: true, signed: true };
  return {
    adapter: memoryAdapter(),
    jwks: { keys: [tenant.mint.keys.newest()] },
    clients: clientsOf(redirectUris),
    routes: {
      authorization: `${at}/oauth2/v2.0/authorize`,
      token: `${at}/oauth2/v2.0/token`,
      jwks: `${at}/discovery/v2.0/keys`,
      end_session: `${at}/oauth2/v2.0/logout`,
    },
    scopes: ['openid', 'profile', 'email', 'offline_access'],
    // The refusal comes from `resourceOf`, in Entra's words.
    pkce: { required: () => false },
    clientBasedCORS: (_ctx: Context, origin: string, client: { redirectUris?: string[] }) =>
      (client.redirectUris ?? []).some((uri) => new URL(uri).origin === origin),
    rotateRefreshToken: true,
    issueRefreshToken: (_ctx: Context, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed('refresh_token'),
    findAccount: (ctx: Context, oid: string) => accountOf(tenant, ctx, oid),
    loadExistingGrant: (ctx: Context) => existingGrant(tenant, ctx),
    interactions: {
      url: (_ctx: Context, { uid }: { uid: string }) => `${at}/sandbox/interaction/${uid}`,
      policy: policyWithAccountSelection(),
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: signOutPage, postLogoutSuccessSource: signedOutPage },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx: Context, id: string) => resourceOf(ctx, id, lifetimes),
      },
    },
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      Grant: lifetimes.refreshToken,
      IdToken: lifetimes.accessToken,
      Interaction: 600,
      // A single-page app's refresh token ends 24 hours after the sign-in, however often it was renewed.
      RefreshToken: (ctx: Context) => ctx.oidc.entities['RotatedRefreshToken']?.remainingTTL ?? lifetimes.refreshToken,
      Session: 86_400,
    },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      names: cookieNames(tenant.tenantId),
      // msal-browser's silent calls come from a frame on AVA's own origin.
      long: { ...short, sameSite: 'none' },
      short,
    },
    renderError: (ctx: Context, out: { error: string; error_description?: string }) => errorPage(ctx, out),
  };
}

function clientsOf(redirectUris: string[]) {
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

/** Both tenants live on one host, so their cookies need names of their own. */
function cookieNames(tenantId: string): Record<string, string> {
  const mark = tenantId.slice(0, 8);
  return { session: `session_${mark}`, interaction: `interaction_${mark}`, resume: `resume_${mark}` };
}

function policyWithAccountSelection() {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return policy;
}

function accountOf(tenant: Tenant, ctx: Context, oid: string) {
  const redeemsForPage = ctx.oidc.route === 'token' && ctx.oidc.client?.clientId === SPA_CLIENT_ID;
  if (redeemsForPage && !ctx.get('origin')) throw refuse.crossOriginOnly();
  const person = findPerson(oid, organizationOf(tenant.tenantId));
  return person && { accountId: person.oid, claims: async () => ({ sub: person.oid }) };
}

/** The first hook after oidc-provider has checked client and redirect address, hence the place to insist on PKCE. */
function resourceOf(ctx: Context, id: string, lifetimes: Lifetimes) {
  if (ctx.oidc.route === 'authorization' && !ctx.oidc.params?.['code_challenge']) throw refuse.pkceRequired();
  const resource = resourceNamed(id);
  if (!resource) throw refuse.unknownResource(id);
  return {
    scope: resource.scopes.map((name) => `${resource.id}/${name}`).join(' '),
    audience: resource.audience,
    accessTokenTTL: lifetimes.accessToken,
    accessTokenFormat: 'opaque',
  };
}

/** AVA's permissions were agreed for everybody, so no page asks, except for people whose consent is withheld. */
async function existingGrant(tenant: Tenant, ctx: Context): Promise<GrantModel | undefined> {
  const { account, client, provider, requestParamOIDCScopes, requestParamScopes, resourceServers } = ctx.oidc;
  if (!account || !client || !tenant.consents.covers(personNamed(account.accountId), [])) return undefined;
  const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId });
  grant.addOIDCScope([...requestParamOIDCScopes].join(' '));
  for (const [id, { scopes }] of Object.entries(resourceServers)) {
    grant.addResourceScope(id, [...requestParamScopes].filter((scope) => scopes.has(scope)).join(' '));
  }
  await grant.save();
  return grant;
}
