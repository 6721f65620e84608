import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, importJWK, type CryptoKey, type JSONWebKeySet, type JWK } from 'jose';

/** A signing key with the kid for the token's header. */
export type Signer = { kid: string; key: CryptoKey };

/** Maximum published keys: like Entra, the sandbox publishes former keys for a while after a rotation. */
const MAX_KEYS = 3;

export type SigningKeys = {
  getCurrentSigner(): Promise<Signer>;
  /** An unpublished key, with its own kid or the given one. */
  getForeignSigner(kid?: string): Promise<Signer>;
  /** The public keys, newest first. */
  getPublished(): JSONWebKeySet;
  /** The newest private key, which oidc-provider requires. */
  getNewest(): JWK;
  /** Signs with a new key from now on. `forget` also withdraws all former keys. Returns the new kid. */
  rotate(options?: { forget?: boolean }): Promise<string>;
};

/** Loads or creates the RSA keys in `folder/identity-keys.json`, so that tokens stay valid after a restart. */
export async function loadSigningKeys(folder: string): Promise<SigningKeys> {
  const path = join(folder, 'identity-keys.json');
  let keys = (await readKeys(path)) ?? [await createKey()];
  await writeKeys(path, keys);
  let unpublishedKey: JWK | undefined;

  const getNewest = () => keys[0] as JWK;
  return {
    getNewest,
    getCurrentSigner: () => toSigner(getNewest()),
    getForeignSigner: async (kid) => {
      unpublishedKey ??= await createKey();
      return toSigner({ ...unpublishedKey, kid: kid ?? String(unpublishedKey.kid) });
    },
    getPublished: () => ({ keys: keys.map(toPublicKey) }),
    rotate: async ({ forget = false } = {}) => {
      keys = [await createKey(), ...(forget ? [] : keys)].slice(0, MAX_KEYS);
      await writeKeys(path, keys);
      return String(getNewest().kid);
    },
  };
}

async function toSigner(jwk: JWK): Promise<Signer> {
  return { kid: String(jwk.kid), key: (await importJWK(jwk, 'RS256')) as CryptoKey };
}

async function createKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: randomUUID() };
}

function toPublicKey({ kty, use, kid, n, e }: JWK): JWK {
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
