import { join } from 'node:path';
import { SignJWT } from 'jose';
import { signingKeys } from '../../identity/tokens/signingKeys.ts';

/** Who signs what a channel sends to a bot: the Bot Framework, in every tenant the same. */
export const CHANNEL_ISSUER = 'https://api.botframework.com';
const CHANNEL_ID = 'msteams';

export interface ChannelTokenWish {
  audience: string;
  serviceUrl: string;
  /** Seconds; negative for a token that is over. */
  expiresIn: number;
  issuer?: string;
  /** Signed by a key nobody published, under the published kid. */
  foreign?: boolean;
}

/** A public key and the channels it may speak for. */
interface EndorsedKey {
  kid?: string | undefined;
  n?: string | undefined;
  endorsements: string[];
}

export interface ChannelKeys {
  sign(wish: ChannelTokenWish): Promise<string>;
  /** The key service's document: the public keys, each endorsed for Teams alone. */
  published(): { keys: EndorsedKey[] };
}

/** The key service of the channel, whose keys are kept in `folder/channel`. */
export async function channelKeys(folder: string): Promise<ChannelKeys> {
  const keys = await signingKeys(join(folder, 'channel'));
  return {
    async sign({ audience, serviceUrl, expiresIn, issuer = CHANNEL_ISSUER, foreign = false }) {
      const published = await keys.current();
      const { kid, key } = foreign ? await keys.foreign(published.kid) : published;
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ serviceurl: serviceUrl })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid, x5t: kid })
        .setIssuer(issuer)
        .setAudience(audience)
        .setNotBefore(now + Math.min(0, expiresIn) - 60)
        .setExpirationTime(now + expiresIn)
        .sign(key);
    },
    published: () => ({
      keys: keys.published().keys.map((key) => ({ ...(key as object), x5t: key.kid, endorsements: [CHANNEL_ID] })),
    }),
  };
}

/** The OpenID metadata a bot reads to find the keys. */
export function openIdMetadata(url: string) {
  return {
    issuer: CHANNEL_ISSUER,
    authorization_endpoint: 'https://invalid.botframework.com',
    jwks_uri: `${url}/v1/.well-known/keys`,
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['private_key_jwt'],
  };
}
