import { createRemoteJWKSet, errors, jwtVerify, type JWTPayload } from 'jose';
import { z } from 'zod';
import { AvaError } from '../../contract/errors.ts';
import { CLOCK_TOLERANCE_S } from '../../contract/limits.ts';
import type { Log } from '../../platform/log.ts';
import type { IdentityOptions } from './identity.ts';
import type { Person } from './person.ts';

/** An unknown key makes the list be read again, at most this often. */
const KEYS_COOLDOWN_MS = 60_000;
const KEYS_REFRESH_MS = 3_600_000;
export const ADMINISTRATOR_ROLE = 'AVA.Admin';
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
 * Checks an access token as Entra's v2 endpoint issues it: RS256, issuer, audience, tenant, times, scope, client. Keys
 * that were once read go on when the key service is away.
 */
export function createVerifier(options: IdentityOptions, log: Log) {
  const issuer = `${options.authorityHost}/${options.tenantId}/v2.0`;
  const keys = createRemoteJWKSet(new URL(`${options.authorityHost}/${options.tenantId}/discovery/v2.0/keys`), {
    cooldownDuration: KEYS_COOLDOWN_MS,
    cacheMaxAge: Number.POSITIVE_INFINITY,
  });
  const refresh = setInterval(() => {
    keys
      .reload()
      .catch((error: unknown) => log.warn({ error }, 'the signing keys could not be read; the known ones go on'));
  }, KEYS_REFRESH_MS);
  refresh.unref();

  async function check(bearer: string): Promise<JWTPayload> {
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
        log.error({ error: cause }, 'a token could not be checked');
      }
      throw new AvaError('not_signed_in', { cause });
    }
  }

  return {
    async verify(bearer: string): Promise<Person> {
      const claims = Claims.safeParse(await check(bearer));
      if (!claims.success) throw new AvaError('not_signed_in', { cause: claims.error });
      const { oid, tid, scp, azp, name, preferred_username: email, roles } = claims.data;
      const fits = tid === options.tenantId && scp.split(' ').includes(SCOPE) && options.allowedClients.includes(azp);
      if (!fits)
        throw new AvaError('not_signed_in', { cause: new Error('a token of another tenant, scope or client') });
      return {
        tenantId: tid,
        id: oid,
        name: name || email,
        email,
        isAdministrator: roles.includes(ADMINISTRATOR_ROLE),
        bearer,
      };
    },
    close: () => clearInterval(refresh),
  };
}
