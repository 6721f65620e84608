import { createHash, randomUUID } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import type { Person } from '#sandbox/person.ts';
import type { SigningKeys, Signer } from './signingKeys.ts';
import { API_CLIENT_ID } from '#sandbox/identity/registrations.ts';

/** The difference of the sandbox's clock from the real time; the clock control sets it. */
export type Clock = { offsetSeconds: number };

export type TokenMint = {
  keys: SigningKeys;
  clock: Clock;
  /** `https://localhost:PORT`, the base of the issuer. */
  url: string;
};

export type UserToken = {
  person: Person;
  audience: string;
  /** Client the token was issued to. */
  azp: string;
  /** Space-separated permissions. */
  scp: string;
  tenantId?: string;
  roles?: string[];
  expiresIn: number;
};

/** Object id of AVA's service principal: `oid` and `sub` of its application tokens. */
const SERVICE_PRINCIPAL_OID = 'c3333333-3333-4333-8333-333333333333';

export function getIssuer(url: string, tenantId: string): string {
  return `${url}/${tenantId}/v2.0`;
}

/** A delegated access token with the claims of Entra's version 2. */
export function mintUserToken(mint: TokenMint, token: UserToken, signer?: Signer): Promise<string> {
  const tenantId = token.tenantId ?? token.person.tenantId;
  // A person's roles are roles in AVA, so Entra omits them from tokens for other audiences.
  const roles = token.roles ?? (token.audience === API_CLIENT_ID ? token.person.roles : []);
  const claims = { ...createPersonClaims(token.person, token.audience), azp: token.azp, scp: token.scp };
  const withRoles = roles.length > 0 ? { ...claims, roles } : claims;
  return sign(mint, withRoles, { ...token, tenantId }, signer);
}

/** An application's access token: with roles instead of scp, and without a person. */
export function mintAppToken(
  mint: TokenMint,
  token: { audience: string; azp: string; tenantId: string; roles: string[]; expiresIn: number },
  signer?: Signer,
): Promise<string> {
  const claims = { azp: token.azp, oid: SERVICE_PRINCIPAL_OID, sub: SERVICE_PRINCIPAL_OID };
  return sign(mint, token.roles.length > 0 ? { ...claims, roles: token.roles } : claims, token, signer);
}

export function mintIdToken(
  mint: TokenMint,
  token: { person: Person; clientId: string; nonce?: string | undefined; expiresIn: number },
): Promise<string> {
  const { person, clientId, nonce, expiresIn } = token;
  const claims = createPersonClaims(person, clientId);
  const options = { audience: clientId, tenantId: person.tenantId, expiresIn };
  return sign(mint, nonce ? { ...claims, nonce } : claims, options);
}

/** MSAL derives its account id from this value. */
export function createClientInfo(person: Person): string {
  return Buffer.from(JSON.stringify({ uid: person.oid, utid: person.tenantId })).toString('base64url');
}

/** The current time of the sandbox's clock, in seconds since 1970. */
export function getNow(clock: Clock): number {
  return Math.floor(Date.now() / 1000) + clock.offsetSeconds;
}

async function sign(
  mint: TokenMint,
  claims: JWTPayload,
  { audience, tenantId, expiresIn }: { audience: string; tenantId: string; expiresIn: number },
  signer?: Signer,
): Promise<string> {
  const { key, kid } = signer ?? (await mint.keys.getCurrentSigner());
  const now = getNow(mint.clock);
  const standardClaims = {
    iss: getIssuer(mint.url, tenantId),
    aud: audience,
    tid: tenantId,
    iat: now,
    nbf: now,
    exp: now + expiresIn,
  };
  return new SignJWT({ ...claims, ...standardClaims, uti: randomUUID().replaceAll('-', ''), ver: '2.0' })
    .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid })
    .sign(key);
}

function createPersonClaims(person: Person, audience: string) {
  return {
    name: person.displayName,
    oid: person.oid,
    preferred_username: person.userPrincipalName,
    // Pairwise: a person has a different subject for each application.
    sub: createHash('sha256').update(`${person.oid} ${audience}`).digest('base64url'),
  };
}
