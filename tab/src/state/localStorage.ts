import type { z } from 'zod';
import { logFailure } from './log.ts';
import { getOwnedKey } from './storageOwner.ts';
import type { LocalKey } from './storageKeys.ts';

/** Reads a value of the signed-in person; the fallback when it is missing, blocked or invalid. */
export function readLocal<T>(name: LocalKey, schema: z.ZodType<T>, fallback: T): T {
  const key = getOwnedKey(name);
  if (key === null) return fallback;
  try {
    const text = localStorage.getItem(key);
    return text === null ? fallback : schema.parse(JSON.parse(text));
  } catch (cause) {
    logFailure('failed to read local storage', cause);
    return fallback;
  }
}

/** Earlier versions cached the organization under this name. */
const OBSOLETE_NAME = 'organisation';

/** Removes what an earlier version stored for the signed-in person under a name that is no longer used. */
export function removeObsoleteCopy(): void {
  const key = getOwnedKey(OBSOLETE_NAME);
  if (key === null) return;
  try {
    localStorage.removeItem(key);
  } catch (cause) {
    logFailure('failed to write local storage', cause);
  }
}

/** Stores a value of the signed-in person; `undefined` removes it. A failure is logged and ignored. */
export function writeLocal(name: LocalKey, value: unknown): void {
  const key = getOwnedKey(name);
  if (key === null) return;
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch (cause) {
    logFailure('failed to write local storage', cause);
  }
}
