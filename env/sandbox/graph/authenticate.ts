import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { findPerson, findOrganization } from '../people.ts';
import { GRAPH_APP_ID, GRAPH_RESOURCE } from '../identity/registrations.ts';
import { getIssuer } from '../identity/tokens/mintToken.ts';
import { graphErrors } from './errors.ts';
import type { Caller, GraphRoute } from './route.ts';

/** Where the tokens come from: the identity server's address and the keys it publishes. */
export type Issuer = { url: string; publishedKeys(): JSONWebKeySet };

/** Reads who calls from `Authorization: Bearer …`. Throws Graph's 401 when the token is not one for Graph. */
export async function authenticate(issuer: Issuer, authorization: string | undefined): Promise<Caller> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw graphErrors.unauthenticated('Access token is empty.');

  const claims = await verified(issuer, token);
  const organization = findOrganization(String(claims['tid']));
  if (!organization || claims.iss !== getIssuer(issuer.url, organization.tenantId)) {
    throw graphErrors.unauthenticated('Access token validation failure. Invalid issuer.');
  }
  const delegated = typeof claims['scp'] === 'string';
  const person = delegated ? findPerson(String(claims['oid']), organization) : undefined;
  if (delegated && !person) throw graphErrors.unauthenticated('Access token validation failure. Unknown user.');
  return {
    organization,
    person,
    scopes: delegated ? String(claims['scp']).split(' ') : [],
    roles: Array.isArray(claims['roles']) ? claims['roles'].map(String) : [],
    application: String(claims['azp']),
  };
}

/** Throws Graph's 403 when the token lacks every permission the route would take. */
export function authorize(route: GraphRoute, caller: Caller): void {
  const wanted = caller.person ? route.scopes : route.roles;
  const held = caller.person ? caller.scopes : caller.roles;
  const enough = wanted?.length === 0 || wanted?.some((permission) => held.includes(permission));
  if (!enough) throw graphErrors.insufficientPrivileges();
}

async function verified({ publishedKeys }: Issuer, token: string): Promise<JWTPayload> {
  try {
    const options = { algorithms: ['RS256'], audience: [GRAPH_RESOURCE, GRAPH_APP_ID], requiredClaims: ['oid', 'tid'] };
    return (await jwtVerify(token, createLocalJWKSet(publishedKeys()), options)).payload;
  } catch (error) {
    throw graphErrors.unauthenticated(reasonFor(error));
  }
}

function reasonFor(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'Lifetime validation failed, the token is expired.';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
    return 'Access token validation failure. Invalid audience.';
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return 'Access token validation failure. Invalid signature.';
  }
  return 'CompactToken parsing failed with error code: 80049217';
}
