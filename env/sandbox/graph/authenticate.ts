import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose';
import { findPerson, findOrganization } from '#sandbox/people.ts';
import { GRAPH_APP_ID, GRAPH_RESOURCE } from '#sandbox/identity/registrations.ts';
import { getIssuer } from '#sandbox/identity/tokens/signTokens.ts';
import { graphErrors } from './graphErrors.ts';
import type { Caller, GraphRoute } from './graphRoute.ts';

/** The identity server: its address and its public keys. */
export type Issuer = { url: string; getPublishedKeys(): JSONWebKeySet };

/** Reads the caller from `Authorization: Bearer …`. Throws Graph's 401 if the token is not a valid one for Graph. */
export async function authenticate(issuer: Issuer, authorization: string | undefined): Promise<Caller> {
  const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
  if (!token) throw graphErrors.unauthenticated('Access token is empty.');

  const claims = await verifyToken(issuer, token);
  const organization = findOrganization(String(claims['tid']));
  if (!organization || claims.iss !== getIssuer(issuer.url, organization.tenantId)) {
    throw graphErrors.unauthenticated('Access token validation failure. Invalid issuer.');
  }
  const isDelegated = typeof claims['scp'] === 'string';
  const person = isDelegated ? findPerson(String(claims['oid']), organization) : undefined;
  if (isDelegated && !person) throw graphErrors.unauthenticated('Access token validation failure. Unknown user.');
  return {
    organization,
    person,
    scopes: isDelegated ? String(claims['scp']).split(' ') : [],
    roles: Array.isArray(claims['roles']) ? claims['roles'].map(String) : [],
    application: String(claims['azp']),
  };
}

/** Throws Graph's 403 if the token has none of the permissions that the route accepts. */
export function authorize(route: GraphRoute, caller: Caller): void {
  const accepted = caller.person ? route.scopes : route.roles;
  const held = caller.person ? caller.scopes : caller.roles;
  const isAuthorized = accepted?.length === 0 || accepted?.some((permission) => held.includes(permission));
  if (!isAuthorized) throw graphErrors.insufficientPrivileges();
}

async function verifyToken({ getPublishedKeys }: Issuer, token: string): Promise<JWTPayload> {
  try {
    const options = { algorithms: ['RS256'], audience: [GRAPH_RESOURCE, GRAPH_APP_ID], requiredClaims: ['oid', 'tid'] };
    return (await jwtVerify(token, createLocalJWKSet(getPublishedKeys()), options)).payload;
  } catch (error) {
    throw graphErrors.unauthenticated(describeTokenError(error));
  }
}

function describeTokenError(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'Lifetime validation failed, the token is expired.';
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
    return 'Access token validation failure. Invalid audience.';
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey) {
    return 'Access token validation failure. Invalid signature.';
  }
  return 'CompactToken parsing failed with error code: 80049217';
}
