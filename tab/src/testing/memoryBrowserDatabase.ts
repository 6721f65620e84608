/** In-memory replacement for `state/browserDatabase.ts`, for tests that use one store. */
export const records = new Map<string, unknown>();

export async function readDatabase(_store: string, key: string): Promise<unknown> {
  return records.get(key) ?? null;
}

export async function writeDatabase(_store: string, key: string, value: unknown): Promise<void> {
  records.set(key, value);
}

export async function deleteDatabase(_store: string, key: string): Promise<void> {
  records.delete(key);
}
