import { openDB } from 'idb';
import type { z } from 'zod';
import { logFailure } from './log.ts';
import { getOwnedKey } from './storageOwner.ts';
import type { EncryptedKey } from './storageKeys.ts';

const IV_BYTES = 12;

let opening: Promise<CryptoKey> | null = null;

/** Loads the encryption key once. A failure is not cached, so the next use tries again. */
function getEncryptionKey(): Promise<CryptoKey> {
  opening ??= loadOrCreateKey().catch((cause: unknown) => {
    opening = null;
    throw cause;
  });
  return opening;
}

/**
 * The key is generated in this browser, cannot be exported and is stored in a separate database: a copy of local
 * storage is useless without it. When two windows generate one at the same time, the first one stored is used.
 */
async function loadOrCreateKey(): Promise<CryptoKey> {
  const database = await openDB('ava-keys', 1, { upgrade: (upgraded) => void upgraded.createObjectStore('keys') });
  try {
    const existing = (await database.get('keys', 'seal')) as CryptoKey | undefined;
    if (existing) return existing;
    const created = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const transaction = database.transaction('keys', 'readwrite');
    const first = (await transaction.store.get('seal')) as CryptoKey | undefined;
    if (!first) await transaction.store.put(created, 'seal');
    await transaction.done;
    return first ?? created;
  } finally {
    database.close();
  }
}

/** Stores a value encrypted with AES-GCM for the signed-in person; `undefined` removes it. A failure is logged. */
export async function writeEncrypted(name: EncryptedKey, value: unknown): Promise<void> {
  const key = getOwnedKey(name);
  if (key === null) return;
  try {
    if (value === undefined) return localStorage.removeItem(key);
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(JSON.stringify(value));
    const cipher = await crypto.subtle.encrypt(toAesGcmParams(key, iv), await getEncryptionKey(), plain);
    localStorage.setItem(key, `${toBase64(iv)}.${toBase64(new Uint8Array(cipher))}`);
  } catch (cause) {
    logFailure('failed to write encrypted storage', cause);
  }
}

/** Reads an encrypted value; `null` when it is missing, was changed or was copied from another person's key. */
export async function readEncrypted<T>(name: EncryptedKey, schema: z.ZodType<T>): Promise<T | null> {
  const key = getOwnedKey(name);
  if (key === null) return null;
  try {
    const [iv, cipher] = localStorage.getItem(key)?.split('.') ?? [];
    if (iv === undefined || cipher === undefined) return null;
    const plain = await crypto.subtle.decrypt(
      toAesGcmParams(key, fromBase64(iv)),
      await getEncryptionKey(),
      fromBase64(cipher),
    );
    return schema.parse(JSON.parse(new TextDecoder().decode(plain)));
  } catch (cause) {
    logFailure('failed to read encrypted storage', cause);
    return null;
  }
}

function toAesGcmParams(key: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(key) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
