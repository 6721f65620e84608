/** PostgreSQL's weight labels: A file name, B headings above the text, C first line of the file, D text. */
export type Field = 'A' | 'B' | 'C' | 'D';

export interface Occurrence {
  position: number;
  field: Field;
}

/** PostgreSQL's limits per word: https://www.postgresql.org/docs/current/textsearch-limitations.html */
const MAX_POSITION = 16_383;
export const MAX_OCCURRENCES = 255;

/** A tsvector in PostgreSQL's text form, `'budget':3,17A 'plan':4`, of words that the caller has analyzed. */
export function toTsvector(words: Iterable<readonly [string, readonly Occurrence[]]>): string {
  const entries: string[] = [];
  for (const [word, occurrences] of words) {
    const positions = occurrences
      .slice(0, MAX_OCCURRENCES)
      .map(({ position, field }) => `${Math.min(position, MAX_POSITION)}${field === 'D' ? '' : field}`);
    entries.push(`${quoteLexeme(word)}:${positions.join(',')}`);
  }
  return entries.join(' ');
}

/** Quotes a word for the text form of a tsvector or a tsquery. */
export function quoteLexeme(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

/** Sticky, so that an unclosed quotation mark does not cause a new attempt at each character. */
const ENTRY = /'((?:[^'\\]|''|\\.)*)'(?::([\d,A-D]+))? ?/gsy;

/** Parses the text form of a tsvector. */
export function parseTsvector(text: string): Map<string, Occurrence[]> {
  const words = new Map<string, Occurrence[]>();
  for (const [, escaped = '', positions = ''] of text.matchAll(ENTRY)) {
    const word = /['\\]/.test(escaped) ? escaped.replaceAll("''", "'").replaceAll(/\\(.)/g, '$1') : escaped;
    const occurrences = positions.split(',').map((text): Occurrence => {
      const label = text.at(-1) ?? '';
      return {
        position: Number.parseInt(text, 10),
        field: label === 'A' || label === 'B' || label === 'C' ? label : 'D',
      };
    });
    words.set(word, occurrences);
  }
  return words;
}
