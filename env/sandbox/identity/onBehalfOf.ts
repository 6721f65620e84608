import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { findPerson, type Person } from '../people.ts';
import { type EntraRefusal, refuse } from './refusals.ts';
import { API_CLIENT_ID, API_ID_URI, resourceNamed } from './registrations.ts';
import { askedScopes } from './scopes.ts';
import { fullScopes, meantScopes, required, type Tenant, type TokenReply } from './tokenEndpoint.ts';
import { clientInfo, issuerOf, mintIdToken, mintUserToken, nowOf } from './tokens.ts';

export const ON_BEHALF_OF = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * Exchanges a person's token for AVA into one for another resource, as "Microsoft identity platform and OAuth 2.0
 * On-Behalf-Of flow" describes. Throws an EntraRefusal when Entra would refuse.
 */
export async function onBehalfOf(
  tenant: Tenant,
  clientId: string,
  params: Record<string, string | undefined>,
): Promise<TokenReply> {
  const use = required(params, 'requested_token_use');
  if (use !== 'on_behalf_of') throw refuse.malformed(`requested_token_use '${use}'`);
  const person = await personOf(tenant, required(params, 'assertion'));
  const asked = askedScopes(required(params, 'scope'));
  const names = meantScopes(asked);

  const registered = names.every((name) => asked.resource.scopes.includes(name));
  if (!registered || !tenant.consents.covers(person, names)) throw refuse.consentRequired(clientId);

  const expiresIn = tenant.accessTokenLifetime;
  const token = { person, audience: asked.resource.audience, azp: clientId, scp: names.join(' '), expiresIn };
  return {
    token_type: 'Bearer',
    scope: fullScopes(asked.resource, names),
    expires_in: expiresIn,
    ext_expires_in: expiresIn,
    access_token: await mintUserToken(tenant.mint, token),
    id_token: await mintIdToken(tenant.mint, { person, clientId, expiresIn }),
    client_info: clientInfo(person),
  };
}

async function personOf(tenant: Tenant, assertion: string): Promise<Person> {
  const claims = await verified(tenant, assertion);
  const audience = String(claims.aud);
  const ours = resourceNamed(audience)?.id === API_ID_URI;
  if (!ours) throw refuse.otherAudience(audience, API_CLIENT_ID);
  if (typeof claims['scp'] !== 'string') throw refuse.appAssertion();
  const person = findPerson(String(claims['oid']));
  if (!person) throw refuse.malformedAssertion();
  return person;
}

async function verified(tenant: Tenant, assertion: string): Promise<JWTPayload> {
  const { keys, clock, url } = tenant.mint;
  try {
    const { payload } = await jwtVerify(assertion, createLocalJWKSet(keys.published()), {
      algorithms: ['RS256'],
      issuer: issuerOf(url, tenant.tenantId),
      currentDate: new Date(nowOf(clock) * 1000),
    });
    return payload;
  } catch (error) {
    throw assertionRefusal(error);
  }
}

function assertionRefusal(error: unknown): EntraRefusal {
  if (error instanceof errors.JWTExpired) return refuse.expiredAssertion();
  if (error instanceof errors.JWTClaimValidationFailed) {
    return error.claim === 'nbf' ? refuse.expiredAssertion() : refuse.foreignAssertion('The issuer is another tenant.');
  }
  if (error instanceof errors.JWKSNoMatchingKey) return refuse.foreignAssertion('The key was not found.');
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return refuse.foreignAssertion('Key was found, but use of the key to verify the signature failed.');
  }
  return refuse.malformedAssertion();
}
