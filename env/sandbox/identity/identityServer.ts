import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { decodeJwt } from 'jose';
import { getSandboxCertificate } from '#sandbox/server/certificate.ts';
import { organizations, getPerson } from '#sandbox/people.ts';
import {
  assertNotProduction,
  sendHtml,
  sendJson,
  serveHttps,
  type Handler,
  type SandboxServer,
} from '#sandbox/server/httpsServer.ts';
import { createConsents, type Consents } from './consents.ts';
import { handleControl, mintToken, type MintRequest } from './identityControls.ts';
import { loadSigningKeys, type SigningKeys } from './tokens/signingKeys.ts';
import { handleInteraction, type SignInContext } from './pages/interaction.ts';
import { messagePage, NOT_SIGNED_IN } from './pages/signInPages.ts';
import type { Lifetimes } from './provider/providerConfiguration.ts';
import { createTenantProvider } from './provider/tenantProvider.ts';
import { EntraError, toErrorBody, entraErrors } from './entraErrors.ts';
import { type TokenMint, getIssuer } from './tokens/signTokens.ts';
import type { ClientSecret } from './tokens/tokenEndpoint.ts';
import { SPA_CLIENT_ID } from './registrations.ts';
import { parseScopes, toQualifiedScope } from './tokens/scopeParser.ts';

export type IdentityOptions = {
  /** 0 picks a free port. */
  port: number;
  /** The sandbox's folder, which contains the keys and the certificate. */
  folder: string;
  /** Allowed redirect addresses for sign-in and sign-out. */
  redirectUris: string[];
  lifetimes?: Partial<Lifetimes>;
};

export type Identity = SandboxServer & {
  /** The public keys, for a Graph stand-in in the same process. */
  getPublishedKeys: SigningKeys['getPublished'];
  /** Does the same as `POST /_sandbox/token`. */
  mint(request?: MintRequest): Promise<string>;
  /** Gives AVA the consent of a person, as Accept on the consent page does. */
  consent(person: string): void;
};

type TenantServer = SignInContext & { handle: ReturnType<Provider['callback']> };
type IdentityServer = {
  mint: TokenMint;
  consents: Consents;
  secret: ClientSecret;
  tenants: Map<string, TenantServer>;
};

/** Shown at the root address, which people open to accept the certificate. */
const GO_BACK = 'You can close this window and go back to AVA.';
const defaultLifetimes: Lifetimes = { code: 600, accessToken: 3_600, refreshToken: 86_400 };

/** Starts the sandbox's OpenID provider with Entra's version 2 endpoints, for both tenants. */
export async function startIdentity({ port, folder, redirectUris, lifetimes }: IdentityOptions): Promise<Identity> {
  assertNotProduction('identity');
  const certificate = await getSandboxCertificate(folder);
  const keys = await loadSigningKeys(folder);
  const mint: TokenMint = { keys, clock: { offsetSeconds: 0 }, url: '' };
  const consents = createConsents();
  const server = await serveHttps('identity', { port, certificate }, (url) => {
    mint.url = url;
    return createHandler(createIdentityServer(mint, consents, redirectUris, { ...defaultLifetimes, ...lifetimes }));
  });
  return {
    ...server,
    getPublishedKeys: keys.getPublished,
    mint: (request) => mintToken(mint, request),
    consent: (person) => consents.set(getPerson(person), true),
  };
}

function createIdentityServer(
  mint: TokenMint,
  consents: Consents,
  redirectUris: string[],
  lifetimes: Lifetimes,
): IdentityServer {
  const secret: ClientSecret = { state: 'valid' };
  const tenants = organizations.map((organization): [string, TenantServer] => {
    const { tenantId } = organization;
    const tenant = { tenantId, mint, consents, accessTokenLifetime: lifetimes.accessToken, secret };
    const provider = createTenantProvider(tenant, redirectUris, lifetimes);
    return [tenantId, { provider, handle: provider.callback(), organization, consents }];
  });
  return { mint, consents, secret, tenants: new Map(tenants) };
}

function createHandler(server: IdentityServer): Handler {
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', server.mint.url);
    if (pathname.startsWith('/_sandbox/')) return handleControl(server, pathname, request, response);
    if (pathname === '/') return sendHtml(response, 200, messagePage('Identity is running', GO_BACK));
    try {
      await handleTenantRequest(server, pathname, request, response);
    } catch (error) {
      if (!(error instanceof EntraError)) throw error;
      sendEntraError(request, response, pathname, error);
    }
  };
}

/** Sends a page to browsers and JSON to programs. */
function sendEntraError(request: IncomingMessage, response: ServerResponse, pathname: string, error: EntraError): void {
  if (pathname.endsWith('/authorize')) {
    sendHtml(response, error.statusCode, messagePage(NOT_SIGNED_IN, error.error_description));
  } else {
    const correlationId = request.headers['client-request-id']?.toString();
    sendJson(response, error.statusCode, toErrorBody(error, correlationId));
  }
}

async function handleTenantRequest(
  server: IdentityServer,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [tenantId = '', ...rest] = pathname.slice(1).split('/');
  const tenant = server.tenants.get(tenantId);
  if (!tenant) throw entraErrors.unknownTenant(tenantId);

  const path = rest.join('/');
  if (path === 'v2.0/.well-known/openid-configuration')
    return sendPublic(response, createOpenIdConfiguration(server.mint.url, tenantId));
  if (path === 'discovery/v2.0/keys') return sendPublic(response, server.mint.keys.getPublished());
  if (path.startsWith('sandbox/interaction/')) return handleInteraction(tenant, request, response);
  await tenant.handle(rewriteRequest(request), response);
}

/** Pages of any origin can read the configuration and the keys. */
function sendPublic(response: ServerResponse, body: unknown): void {
  response.setHeader('access-control-allow-origin', '*');
  sendJson(response, 200, body);
}

/** The fields of Entra's openid-configuration that libraries read, with the sandbox's addresses. */
function createOpenIdConfiguration(url: string, tenantId: string) {
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

/**
 * Rewrites requests that Entra accepts and oidc-provider does not: the resource inside a scope, and a sign-out without a
 * client id.
 */
function rewriteRequest(request: IncomingMessage): IncomingMessage {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const params = new URLSearchParams(query);
  if (path.endsWith('/oauth2/v2.0/authorize')) addResource(params);
  if (path.endsWith('/oauth2/v2.0/logout')) addClientId(params);
  const text = params.toString();
  request.url = text ? `${path}?${text}` : path;
  return request;
}

function addResource(params: URLSearchParams): void {
  const scope = params.get('scope') ?? '';
  params.set('scope', toQualifiedScope(scope));
  params.set('resource', parseScopes(scope).resource.id);
}

function addClientId(params: URLSearchParams): void {
  const hint = params.get('id_token_hint');
  params.delete('id_token_hint');
  if (!params.has('client_id')) params.set('client_id', hint ? readAudience(hint) : SPA_CLIENT_ID);
}

function readAudience(hint: string): string {
  try {
    return String(decodeJwt(hint).aud);
  } catch {
    throw entraErrors.malformed('id_token_hint');
  }
}
