import { createHash, randomUUID } from 'node:crypto';
import { SignJWT, type JWTPayload } from 'jose';
import type { Person } from '../people.ts';
import type { SigningKeys, Signer } from './keys.ts';
import { API_CLIENT_ID } from './registrations.ts';

/** Seconds added to the present for everything the sandbox mints; moved by the clock control. */
export type Clock = { offsetSeconds: number };

export type TokenMint = {
  keys: SigningKeys;
  clock: Clock;
  /** `https://localhost:PORT`, in front of the issuer's path. */
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

/** Object id of AVA's service principal, the `oid` and `sub` of tokens it gets in its own name. */
const SERVICE_PRINCIPAL_OID = 'c3333333-3333-4333-8333-333333333333';

export function issuerOf(url: string, tenantId: string): string {
  return `${url}/${tenantId}/v2.0`;
}

/** A delegated access token with the claims of Entra's version 2. */
export function mintUserToken(mint: TokenMint, asked: UserToken, signer?: Signer): Promise<string> {
  const tenantId = asked.tenantId ?? asked.person.tenantId;
  // Application roles belong to AVA: Entra leaves them out of tokens for anybody else.
  const roles = asked.roles ?? (asked.audience === API_CLIENT_ID ? asked.person.roles : []);
  const claims = { ...personClaims(asked.person, asked.audience), azp: asked.azp, scp: asked.scp };
  const withRoles = roles.length > 0 ? { ...claims, roles } : claims;
  return sign(mint, withRoles, { ...asked, tenantId }, signer);
}

/** An application's own access token: roles instead of scp, nobody's name. */
export function mintAppToken(
  mint: TokenMint,
  asked: { audience: string; azp: string; tenantId: string; roles: string[]; expiresIn: number },
  signer?: Signer,
): Promise<string> {
  const claims = { azp: asked.azp, oid: SERVICE_PRINCIPAL_OID, sub: SERVICE_PRINCIPAL_OID };
  return sign(mint, asked.roles.length > 0 ? { ...claims, roles: asked.roles } : claims, asked, signer);
}

/** An ID token for a client. */
export function mintIdToken(
  mint: TokenMint,
  asked: { person: Person; clientId: string; nonce?: string | undefined; expiresIn: number },
): Promise<string> {
  const claims = personClaims(asked.person, asked.clientId);
  const { tenantId } = asked.person;
  const about = { audience: asked.clientId, tenantId, expiresIn: asked.expiresIn };
  return sign(mint, asked.nonce ? { ...claims, nonce: asked.nonce } : claims, about);
}

/** MSAL derives its account id from this. */
export function clientInfo(person: Person): string {
  return Buffer.from(JSON.stringify({ uid: person.oid, utid: person.tenantId })).toString('base64url');
}

/** The present by the sandbox's clock, in seconds since 1970. */
export function nowOf(clock: Clock): number {
  return Math.floor(Date.now() / 1000) + clock.offsetSeconds;
}

async function sign(
  mint: TokenMint,
  claims: JWTPayload,
  { audience, tenantId, expiresIn }: { audience: string; tenantId: string; expiresIn: number },
  signer?: Signer,
): Promise<string> {
  const { key, kid } = signer ?? (await mint.keys.current());
  const now = nowOf(mint.clock);
  const stamps = {
    iss: issuerOf(mint.url, tenantId),
    aud: audience,
    tid: tenantId,
    iat: now,
    nbf: now,
    exp: now + expiresIn,
  };
  return new SignJWT({ ...claims, ...stamps, uti: randomUUID().replaceAll('-', ''), ver: '2.0' })
    .setProtectedHeader({ typ: 'JWT', alg: 'RS256', kid })
    .sign(key);
}

function personClaims(person: Person, audience: string) {
  return {
    name: person.displayName,
    oid: person.oid,
    preferred_username: person.userPrincipalName,
    // Pairwise: the same person has another subject at another application.
    sub: createHash('sha256').update(`${person.oid} ${audience}`).digest('base64url'),
  };
}
