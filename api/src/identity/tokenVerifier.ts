import { createHash } from 'node:crypto';
import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { AvaError } from '#contract/errors.ts';
import type { Log } from '#platform/log.ts';
import type { Identity, IdentityOptions } from './identity.ts';
import type { Person } from './person.ts';

/** Clock difference that a token check tolerates, in seconds. */
export const CLOCK_TOLERANCE_S = 300;
/** Minimum time between two reloads of the signing keys; an unknown key id causes a reload. */
const KEYS_COOLDOWN_MS = 60_000;
const KEYS_REFRESH_MS = 3_600_000;
/** The tab sends several calls at once, and checking a signature takes longer than most of them. */
const VERIFIED_MS = 60_000;
const MAX_VERIFIED = 5_000;
const ADMINISTRATOR_ROLE = 'AVA.Admin';
const SCOPE = 'access_as_user';

const Claims = z.object({
  oid: z.guid(),
  tid: z.guid(),
  ver: z.literal('2.0'),
  scp: z.string(),
  azp: z.string(),
  name: z.string().default(''),
  preferred_username: z.string().default(''),
  roles: z.array(z.string()).default([]),
});

/**
 * Verifies access tokens of Entra's v2 endpoint: RS256, issuer, audience, tenant, times, scope and client. Loaded signing
 * keys remain valid while the key service is down. A verified token is checked again after a minute.
 */
export function createTokenVerifier(options: IdentityOptions, log: Log): Pick<Identity, 'verifyToken' | 'close'> {
  const issuer = `${options.authorityHost}/${options.tenantId}/v2.0`;
  const keys = createRemoteJWKSet(new URL(`${options.authorityHost}/${options.tenantId}/discovery/v2.0/keys`), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: Number.POSITIVE_INFINITY,
  });
  const refresh = setInterval(() => {
    keys
      .reload()
      .catch((error: unknown) => log.warn({ error }, 'failed to reload signing keys; using the loaded ones'));
  }, KEYS_REFRESH_MS);
  refresh.unref();

  /** Persons of verified tokens by the token's hash. */
  const verified = new LRUCache<string, { person: Omit<Person, 'bearer'>; expiresAt: number }>({
    max: MAX_VERIFIED,
    ttl: VERIFIED_MS,
  });

  async function verifySignature(bearer: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(bearer, keys, {
        issuer,
        audience: [options.clientId, options.appIdUri],
        algorithms: ['RS256'],
        clockTolerance: CLOCK_TOLERANCE_S,
        requiredClaims: ['exp', 'iat', 'oid', 'tid', 'scp', 'azp'],
      });
      return payload;
    } catch (cause) {
      if (!(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout) {
        log.error({ error: cause }, 'failed to verify token');
      }
      if (cause instanceof errors.JWTClaimValidationFailed && cause.claim === 'nbf')
        log.warn({ error: cause }, 'token is not valid yet; check the clock of this machine');
      throw new AvaError('not_signed_in', { cause });
    }
  }

  return {
    async verifyToken(bearer) {
      const key = createHash('sha256').update(bearer).digest('base64');
      const known = verified.get(key);
      if (known && known.expiresAt > Date.now() / 1_000 - CLOCK_TOLERANCE_S) return { ...known.person, bearer };
      const payload = await verifySignature(bearer);
      const claims = Claims.safeParse(payload);
      if (!claims.success) throw new AvaError('not_signed_in', { cause: claims.error });
      const { oid, tid, scp, azp, name, preferred_username: email, roles } = claims.data;
      const isAllowed =
        tid === options.tenantId && scp.split(' ').includes(SCOPE) && options.allowedClients.includes(azp);
      if (!isAllowed)
        throw new AvaError('not_signed_in', { cause: new Error('a token of another tenant, scope or client') });
      const isAdministrator = roles.includes(ADMINISTRATOR_ROLE);
      const person = { tenantId: tid, id: oid, name: name || email, email, isAdministrator };
      verified.set(key, { person, expiresAt: payload.exp ?? 0 });
      return { ...person, bearer };
    },
    close: () => clearInterval(refresh),
  };
}
