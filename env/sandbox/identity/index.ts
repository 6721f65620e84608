import type { IncomingMessage, ServerResponse } from 'node:http';
import type Provider from 'oidc-provider';
import { sandboxCertificate } from '../certificate.ts';
import { organizations, personNamed } from '../people.ts';
import {
  refuseInProduction,
  sendHtml,
  sendJson,
  serveSecurely,
  type Handle,
  type SandboxServer,
} from '../secureServer.ts';
import { consents, type Consents } from './consents.ts';
import { answerControl, mintOnDemand, type MintRequest } from './controls.ts';
import { openidConfiguration } from './discovery.ts';
import { signingKeys, type SigningKeys } from './keys.ts';
import { answerInteraction, type SignInDesk } from './interaction.ts';
import { messagePage, NOT_SIGNED_IN } from './pages.ts';
import type { Lifetimes } from './configuration.ts';
import { tenantProvider } from './provider.ts';
import { EntraRefusal, refusalBody, refuse } from './refusals.ts';
import { toProvider } from './rewrite.ts';
import type { TokenMint } from './tokens.ts';

export type { MintRequest } from './controls.ts';
export * from './registrations.ts';

export type IdentityOptions = {
  /** 0 picks a free one. */
  port: number;
  /** AVA's data folder: keys and certificate are kept there. */
  folder: string;
  /** Where a browser may be sent back to, for sign-in and sign-out. */
  redirectUris: string[];
  lifetimes?: Partial<Lifetimes>;
};

export type Identity = SandboxServer & {
  /** The keys endpoint's document, for a Graph in the same process. */
  publishedKeys: SigningKeys['published'];
  /** What `POST /_sandbox/token` does, without the way over the network. */
  mint(request?: MintRequest): Promise<string>;
  /** What pressing Accept on the consent page does: the person (by key) lets AVA act for them. */
  consent(person: string): void;
};

type Desk = SignInDesk & { answer: ReturnType<Provider['callback']> };
type Office = { mint: TokenMint; consents: Consents; desks: Map<string, Desk> };

/** Whoever opens the address by hand does so to accept the certificate. */
const GO_BACK = 'You can close this window and go back to AVA.';
const usual: Lifetimes = { code: 600, accessToken: 3_600, refreshToken: 86_400 };

/** Starts the OpenID provider of the sandbox, in the shape of Entra's version 2 endpoints, for both tenants. */
export async function startIdentity({ port, folder, redirectUris, lifetimes }: IdentityOptions): Promise<Identity> {
  refuseInProduction('identity');
  const certificate = await sandboxCertificate(folder);
  const keys = await signingKeys(folder);
  const mint: TokenMint = { keys, clock: { offsetSeconds: 0 }, url: '' };

  const agreed = consents();

  const server = await serveSecurely('identity', { port, certificate }, (url) => {
    mint.url = url;
    return handleFor(openOffice(mint, agreed, redirectUris, { ...usual, ...lifetimes }));
  });
  return {
    ...server,
    publishedKeys: keys.published,
    mint: (request) => mintOnDemand(mint, request),
    consent: (person) => agreed.set(personNamed(person), true),
  };
}

function openOffice(mint: TokenMint, agreed: Consents, redirectUris: string[], lifetimes: Lifetimes): Office {
  const desks = organizations.map((organization): [string, Desk] => {
    const { tenantId } = organization;
    const tenant = { tenantId, mint, consents: agreed, accessTokenLifetime: lifetimes.accessToken };
    const provider = tenantProvider(tenant, redirectUris, lifetimes);
    return [tenantId, { provider, answer: provider.callback(), organization, consents: agreed }];
  });
  return { mint, consents: agreed, desks: new Map(desks) };
}

function handleFor(office: Office): Handle {
  return async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', office.mint.url);
    if (pathname.startsWith('/_sandbox/')) return answerControl(office, pathname, request, response);
    if (pathname === '/') return sendHtml(response, 200, messagePage('Identity is running', GO_BACK));
    try {
      await answerTenant(office, pathname, request, response);
    } catch (error) {
      if (!(error instanceof EntraRefusal)) throw error;
      refuseTo(request, response, pathname, error);
    }
  };
}

/** People see a page, programs a body. */
function refuseTo(request: IncomingMessage, response: ServerResponse, pathname: string, refusal: EntraRefusal): void {
  if (pathname.endsWith('/authorize')) {
    sendHtml(response, refusal.statusCode, messagePage(NOT_SIGNED_IN, refusal.error_description));
  } else {
    const correlationId = request.headers['client-request-id']?.toString();
    sendJson(response, refusal.statusCode, refusalBody(refusal, correlationId));
  }
}

async function answerTenant(
  office: Office,
  pathname: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [tenantId = '', ...rest] = pathname.slice(1).split('/');
  const desk = office.desks.get(tenantId);
  if (!desk) throw refuse.unknownTenant(tenantId);

  const path = rest.join('/');
  if (path === 'v2.0/.well-known/openid-configuration')
    return sendPublic(response, openidConfiguration(office.mint.url, tenantId));
  if (path === 'discovery/v2.0/keys') return sendPublic(response, office.mint.keys.published());
  if (path.startsWith('sandbox/interaction/')) return answerInteraction(desk, request, response);
  await desk.answer(toProvider(request), response);
}

/** Discovery and keys are read by pages of any origin. */
function sendPublic(response: ServerResponse, body: unknown): void {
  response.setHeader('access-control-allow-origin', '*');
  sendJson(response, 200, body);
}
