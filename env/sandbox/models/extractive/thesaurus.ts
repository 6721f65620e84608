import { likeWords } from './ranking/synonyms.ts';
import { stem } from './text/words.ts';

const companions = new Map<string, Set<string>>();
for (const line of likeWords.trim().split('\n')) {
  const group = line.split(' ').map(stem);
  for (const term of group) {
    const known = companions.get(term) ?? new Set();
    companions.set(term, known);
    for (const other of group) if (other !== term) known.add(other);
  }
}

const none: ReadonlySet<string> = new Set();

/** Stems of words that may stand for a stem in an answer. */
export function companionsOf(term: string): ReadonlySet<string> {
  return companions.get(term) ?? none;
}
