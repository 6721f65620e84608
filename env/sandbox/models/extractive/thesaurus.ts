import { synonymGroups } from './ranking/synonyms.ts';
import { stem } from './text/words.ts';

const synonyms = new Map<string, Set<string>>();
for (const line of synonymGroups.trim().split('\n')) {
  const group = line.split(' ').map(stem);
  for (const term of group) {
    const known = synonyms.get(term) ?? new Set();
    synonyms.set(term, known);
    for (const other of group) if (other !== term) known.add(other);
  }
}

const none: ReadonlySet<string> = new Set();

/** Stems of words that may stand for a stem in an answer. */
export function getSynonyms(term: string): ReadonlySet<string> {
  return synonyms.get(term) ?? none;
}
