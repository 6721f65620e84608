import type { IncomingMessage } from 'node:http';
import { decodeJwt } from 'jose';
import { refuse } from './refusals.ts';
import { SPA_CLIENT_ID } from './registrations.ts';
import { askedScopes, canonicalScope } from './scopes.ts';

/**
 * What Entra understands and oidc-provider does not, said in oidc-provider's way: the resource inside a scope,
 * a sign-out that names no client, and codes of single-page apps that only a page may redeem.
 */
export function toProvider(request: IncomingMessage): IncomingMessage {
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const params = new URLSearchParams(query);
  if (path.endsWith('/oauth2/v2.0/authorize')) withResource(params);
  if (path.endsWith('/oauth2/v2.0/logout')) withClient(params);
  const text = params.toString();
  request.url = text ? `${path}?${text}` : path;
  return request;
}

function withResource(params: URLSearchParams): void {
  const scope = params.get('scope') ?? '';
  params.set('scope', canonicalScope(scope));
  params.set('resource', askedScopes(scope).resource.id);
}

function withClient(params: URLSearchParams): void {
  const hint = params.get('id_token_hint');
  params.delete('id_token_hint');
  if (!params.has('client_id')) params.set('client_id', hint ? audienceOf(hint) : SPA_CLIENT_ID);
}

function audienceOf(hint: string): string {
  try {
    return String(decodeJwt(hint).aud);
  } catch {
    throw refuse.malformed('id_token_hint');
  }
}
