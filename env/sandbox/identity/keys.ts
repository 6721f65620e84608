import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JSONWebKeySet, type JWK } from 'jose';

/** A key ready to sign, with the id that the token's header names. */
export type Signer = { kid: string; key: CryptoKey };

/** Entra keeps former keys published for a while; so do we, for as many rotations as a test may want. */
const KEYS_KEPT = 3;

export type SigningKeys = {
  current(): Promise<Signer>;
  /** A key nobody published, under a kid of its own or of the published one. */
  foreign(kid?: string): Promise<Signer>;
  /** What the keys endpoint publishes: public parts, newest first. */
  published(): JSONWebKeySet;
  /** The newest private key, which oidc-provider wants to hold. */
  newest(): JWK;
  /** Signs with a new key from now on. `forget` also withdraws all former keys. Returns the new kid. */
  rotate(options?: { forget?: boolean }): Promise<string>;
};

/** The sandbox's RSA keys, kept in `folder/identity-keys.json` so that tokens outlive a restart. */
export async function signingKeys(folder: string): Promise<SigningKeys> {
  const path = join(folder, 'identity-keys.json');
  let keys = (await readKeys(path)) ?? [await makeKey()];
  await writeKeys(path, keys);
  let stranger: JWK | undefined;

  const newest = () => keys[0] as JWK;
  return {
    newest,
    current: () => signerOf(newest()),
    foreign: async (kid) => {
      stranger ??= await makeKey();
      return signerOf({ ...stranger, kid: kid ?? String(stranger.kid) });
    },
    published: () => ({ keys: keys.map(publicPart) }),
    rotate: async ({ forget = false } = {}) => {
      keys = [await makeKey(), ...(forget ? [] : keys)].slice(0, KEYS_KEPT);
      await writeKeys(path, keys);
      return String(newest().kid);
    },
  };
}

async function signerOf(jwk: JWK): Promise<Signer> {
  return { kid: String(jwk.kid), key: (await importJWK(jwk, 'RS256')) as CryptoKey };
}

async function makeKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomUUID() };
}

function publicPart({ kty, use, kid, n, e }: JWK): JWK {
  return { kty, use, kid, n, e } as JWK;
}

async function readKeys(path: string): Promise<JWK[] | undefined> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const keys = (JSON.parse(text) as { keys: JWK[] }).keys;
  return keys.length > 0 ? keys : undefined;
}

async function writeKeys(path: string, keys: JWK[]): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(`${path}.${process.pid}`, JSON.stringify({ keys }), { mode: 0o600 });
  await rename(`${path}.${process.pid}`, path);
}
