/**
 * An answer of AVA as text. Ids are replaced by numbers in the order of their appearance, so that the answers of two worlds
 * with the same rows are equal.
 */
export function toBytes(answer: unknown): string {
  const ids = new Map<string, string>();
  return JSON.stringify(answer).replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, (id) => {
    if (!ids.has(id)) ids.set(id, `id ${ids.size + 1}`);
    return ids.get(id) ?? id;
  });
}

/**
 * Expects that a person gets the same, byte by byte, in worlds that differ only in rows that they can't read.
 * @param hidden what the hidden rows say, one entry for each world
 * @param ask makes a world and returns everything that the person gets there
 */
export async function expectSameInAllWorlds<T>(
  hidden: readonly [T, T, ...T[]],
  ask: (hidden: T) => Promise<unknown>,
): Promise<void> {
  const [first, ...others] = hidden;
  const expected = toBytes(await ask(first));
  for (const other of others) expect(toBytes(await ask(other))).toBe(expected);
}
