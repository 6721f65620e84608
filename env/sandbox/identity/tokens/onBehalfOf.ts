import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { findPerson } from '#sandbox/people.ts';
import type { Person } from '#sandbox/person.ts';
import { type EntraError, entraErrors } from '#sandbox/identity/entraErrors.ts';
import { API_CLIENT_ID, apiResource, findResource } from '#sandbox/identity/registrations.ts';
import { parseScopes } from './scopeParser.ts';
import { qualifyScopes, resolveScopeNames, getRequired, type Tenant, type TokenReply } from './tokenEndpoint.ts';
import { createClientInfo, getIssuer, mintIdToken, mintUserToken, getNow } from './signTokens.ts';

export const ON_BEHALF_OF = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * Accepts a person's token for AVA and issues a token for another resource, as in "Microsoft identity platform and
 * OAuth 2.0 On-Behalf-Of flow". Throws the same errors as Entra.
 */
export async function onBehalfOf(
  tenant: Tenant,
  clientId: string,
  params: Record<string, string | undefined>,
): Promise<TokenReply> {
  const use = getRequired(params, 'requested_token_use');
  if (use !== 'on_behalf_of') throw entraErrors.malformed(`requested_token_use '${use}'`);
  const person = await verifyAssertion(tenant, getRequired(params, 'assertion'));
  const scopes = parseScopes(getRequired(params, 'scope'));
  const names = resolveScopeNames(scopes);

  const areRegistered = names.every((name) => scopes.resource.scopes.includes(name));
  if (!areRegistered || !tenant.consents.covers(person, names)) throw entraErrors.consentRequired(clientId);

  const expiresIn = tenant.accessTokenLifetime;
  const token = { person, audience: scopes.resource.audience, azp: clientId, scp: names.join(' '), expiresIn };
  return {
    token_type: 'Bearer',
    scope: qualifyScopes(scopes.resource, names),
    expires_in: expiresIn,
    ext_expires_in: expiresIn,
    access_token: await mintUserToken(tenant.mint, token),
    id_token: await mintIdToken(tenant.mint, { person, clientId, expiresIn }),
    client_info: createClientInfo(person),
  };
}

async function verifyAssertion(tenant: Tenant, assertion: string): Promise<Person> {
  const claims = await verifyToken(tenant, assertion);
  const audience = String(claims.aud);
  const isForAva = findResource(audience) === apiResource;
  if (!isForAva) throw entraErrors.otherAudience(audience, API_CLIENT_ID);
  if (typeof claims['scp'] !== 'string') throw entraErrors.appAssertion();
  const person = findPerson(String(claims['oid']));
  if (!person) throw entraErrors.malformedAssertion();
  return person;
}

async function verifyToken(tenant: Tenant, assertion: string): Promise<JWTPayload> {
  const { keys, clock, url } = tenant.mint;
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(keys.getPublished()), {
      algorithms: ['RS256'],
      issuer: getIssuer(url, tenant.tenantId),
      currentDate: new Date(getNow(clock) * 1000),
    });
    return payload;
  } catch (error) {
    throw toAssertionError(error);
  }
}

function toAssertionError(error: unknown): EntraError {
  if (error instanceof errors.JWTExpired) return entraErrors.expiredAssertion();
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf'
      ? entraErrors.expiredAssertion()
      : entraErrors.foreignAssertion('The issuer is another tenant.');
  }
  if (error instanceof errors.JWKSNoMatchingKey) return entraErrors.foreignAssertion('The key was not found.');
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return entraErrors.foreignAssertion('Key was found, but use of the key to verify the signature failed.');
  }
  return entraErrors.malformedAssertion();
}
