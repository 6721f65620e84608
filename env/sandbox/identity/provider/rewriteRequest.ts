import type { IncomingMessage } from 'node:http';
import { decodeJwt } from 'jose';
import { entraErrors } from '../entraErrors.ts';
import { SPA_CLIENT_ID } from '../registrations.ts';
import { parseScopes, toQualifiedScope } from '../tokens/scopeParser.ts';

/**
 * Rewrites requests that Entra accepts and oidc-provider does not: the resource inside a scope, and a sign-out without a
 * client id.
 */
export function rewriteRequest(request: IncomingMessage): IncomingMessage {
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
