import { openDB } from 'idb';
import type { z } from 'zod';
import { logFailure } from './log.ts';
import { ownedKey } from './storageOwner.ts';
import type { SealedKey } from './storageKeys.ts';

const IV_BYTES = 12;

let opening: Promise<CryptoKey> | null = null;

/** The key of this browser, fetched once; a failure is not kept, so that the next use tries again. */
function sealingKey(): Promise<CryptoKey> {
  opening ??= openKey().catch((cause: unknown) => {
    opening = null;
    throw cause;
  });
  return opening;
}

/**
 * The key is made in this browser, cannot be exported, and lies in a database of its own: a copy of local storage
 * alone opens nothing. Of two windows that make one at once, the first to store it wins.
 */
async function openKey(): Promise<CryptoKey> {
  const database = await openDB('ava-keys', 1, { upgrade: (fresh) => void fresh.createObjectStore('keys') });
  try {
    const known = (await database.get('keys', 'seal')) as CryptoKey | undefined;
    if (known) return known;
    const made = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
    const transaction = database.transaction('keys', 'readwrite');
    const first = (await transaction.store.get('seal')) as CryptoKey | undefined;
    if (!first) await transaction.store.put(made, 'seal');
    await transaction.done;
    return first ?? made;
  } finally {
    database.close();
  }
}

/** Keeps a value encrypted (AES-GCM) under the signed-in person; `undefined` removes it. A failure is logged. */
export async function writeSealed(name: SealedKey, value: unknown): Promise<void> {
  const key = ownedKey(name);
  if (key === null) return;
  try {
    if (value === undefined) return localStorage.removeItem(key);
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const plain = new TextEncoder().encode(JSON.stringify(value));
    const cipher = await crypto.subtle.encrypt(boundTo(key, iv), await sealingKey(), plain);
    localStorage.setItem(key, `${toBase64(iv)}.${toBase64(new Uint8Array(cipher))}`);
  } catch (cause) {
    logFailure('The sealed storage could not be written.', cause);
  }
}

/** Reads a sealed value; one that is missing, was moved from another person's place or was changed is `null`. */
export async function readSealed<T>(name: SealedKey, schema: z.ZodType<T>): Promise<T | null> {
  const key = ownedKey(name);
  if (key === null) return null;
  try {
    const [iv, cipher] = localStorage.getItem(key)?.split('.') ?? [];
    if (iv === undefined || cipher === undefined) return null;
    const plain = await crypto.subtle.decrypt(boundTo(key, fromBase64(iv)), await sealingKey(), fromBase64(cipher));
    return schema.parse(JSON.parse(new TextDecoder().decode(plain)));
  } catch (cause) {
    logFailure('The sealed storage could not be read.', cause);
    return null;
  }
}

function boundTo(key: string, iv: Uint8Array<ArrayBuffer>): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(key) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
