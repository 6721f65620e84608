import type { z } from 'zod';
import { logFailure } from './log.ts';
import { ownedKey } from './storageOwner.ts';
import type { LocalKey } from './storageKeys.ts';

/** Reads a small piece of state of the signed-in person; what is missing, blocked or broken is the fallback. */
export function readLocal<T>(name: LocalKey, schema: z.ZodType<T>, fallback: T): T {
  const key = ownedKey(name);
  if (key === null) return fallback;
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : schema.parse(JSON.parse(text));
  } catch (cause) {
    logFailure('Local storage could not be read.', cause);
    return fallback;
  }
}

/** Keeps a small piece of state of the signed-in person; `undefined` removes it. A failure is logged and ignored. */
export function writeLocal(name: LocalKey, value: unknown): void {
  const key = ownedKey(name);
  if (key === null) return;
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch (cause) {
    logFailure('Local storage could not be written.', cause);
  }
}
