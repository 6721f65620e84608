/** Names are shorter than this. */
export const MAX_NAME = 300;

export function normalizeName(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

/**
 * The items that a typed name means: those with exactly this name, otherwise those whose name starts with it, otherwise
 * those with words that start with the typed words.
 */
export function findByName<T>(input: string, items: readonly T[], getName: (item: T) => string): T[] {
  const query = input.length > MAX_NAME ? '' : normalizeName(input);
  if (query === '') return [];
  const rules: ((name: string) => boolean)[] = [
    (name) => name === query,
    (name) => name.startsWith(query),
    (name) => query.split(' ').every((word) => name.split(/[^\p{L}\p{N}]+/u).some((part) => part.startsWith(word))),
  ];
  for (const matches of rules) {
    const found = items.filter((item) => matches(normalizeName(getName(item))));
    if (found.length > 0) return found;
  }
  return [];
}
