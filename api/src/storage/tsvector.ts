/** Where a word stands, in PostgreSQL's labels: the file's name, a heading above the text, the file's first line, the text. */
export type Field = 'A' | 'B' | 'C' | 'D';

export interface Occurrence {
  position: number;
  field: Field;
}

/** What PostgreSQL keeps of a word: https://www.postgresql.org/docs/current/textsearch-limitations.html */
export const MAX_POSITION = 16_383;
export const MAX_OCCURRENCES = 255;

/** A tsvector in PostgreSQL's text form, `'budget':3,17A 'plan':4`, of words that the caller has analysed. */
export function toTsvector(words: Iterable<readonly [string, readonly Occurrence[]]>): string {
  const entries: string[] = [];
  for (const [word, occurrences] of words) {
    const places = occurrences
      .slice(0, MAX_OCCURRENCES)
      .map(({ position, field }) => `${Math.min(position, MAX_POSITION)}${field === 'D' ? '' : field}`);
    entries.push(`${quoted(word)}:${places.join(',')}`);
  }
  return entries.join(' ');
}

/** A word as it stands in the text form of a tsvector or a tsquery. */
export function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Sticky, so that text with an open quotation mark is not tried again from each of its characters. */
const ENTRY = /'((?:[^'\\]|''|\\.)*)'(?::([\d,A-D]+))? ?/gsy;

/** Reads that form again. Words that `wanted` does not know are passed over. */
export function parseTsvector(text: string, wanted?: { has(word: string): boolean }): Map<string, Occurrence[]> {
  const words = new Map<string, Occurrence[]>();
  for (const [, escaped = '', places = ''] of text.matchAll(ENTRY)) {
    const word = /['\\]/.test(escaped) ? escaped.replaceAll("''", "'").replaceAll(/\\(.)/g, '$1') : escaped;
    if (wanted && !wanted.has(word)) continue;
    const occurrences = places.split(',').map((place): Occurrence => {
      const label = place.at(-1) ?? '';
      return {
        position: Number.parseInt(place, 10),
        field: label === 'A' || label === 'B' || label === 'C' ? label : 'D',
      };
    });
    words.set(word, occurrences);
  }
  return words;
}
