import { join } from 'node:path';
import { SignJWT } from 'jose';
import { loadSigningKeys } from '#sandbox/identity/tokens/signingKeys.ts';

/** The issuer of a channel's tokens: the Bot Framework, the same for all tenants. */
export const CHANNEL_ISSUER = 'https://api.botframework.com';
const CHANNEL_ID = 'msteams';

export interface ChannelTokenOptions {
  audience: string;
  serviceUrl: string;
  /** Lifetime in seconds; negative for an expired token. */
  expiresIn: number;
  issuer?: string;
  /** Sign with an unpublished key, but with the published kid. */
  foreign?: boolean;
}

/** A public key, and the channels that it is endorsed for. */
interface EndorsedKey {
  kid?: string | undefined;
  n?: string | undefined;
  endorsements: string[];
}

export interface ChannelKeys {
  sign(options: ChannelTokenOptions): Promise<string>;
  /** The public keys, each endorsed for Teams only. */
  getPublished(): { keys: EndorsedKey[] };
}

/** Loads or creates the channel's signing keys in `folder/channel`. */
export async function loadChannelKeys(folder: string): Promise<ChannelKeys> {
  const keys = await loadSigningKeys(join(folder, 'channel'));
  return {
    async sign({ audience, serviceUrl, expiresIn, issuer = CHANNEL_ISSUER, foreign = false }) {
      const published = await keys.getCurrentSigner();
      const { kid, key } = foreign ? await keys.getForeignSigner(published.kid) : published;
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ serviceurl: serviceUrl })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid, x5t: kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setNotBefore(now + Math.min(0, expiresIn) - 60)
        .setExpirationTime(now + expiresIn)
        .sign(key);
    },
    getPublished: () => ({
      keys: keys.getPublished().keys.map((key) => ({ ...(key as object), x5t: key.kid, endorsements: [CHANNEL_ID] })),
    }),
  };
}

/** Creates the OpenID metadata from which a bot gets the keys. */
export function createOpenIdMetadata(url: string) {
  return {
    issuer: CHANNEL_ISSUER,
    authorization_endpoint: 'https://invalid.botframework.com',
    jwks_uri: `${url}/v1/.well-known/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
  };
}
