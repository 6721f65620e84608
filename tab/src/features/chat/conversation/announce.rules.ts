/** Maximum characters of an announcement; text without sentence ends, such as a table, can be long. */
const MAX_SPOKEN_CHARACTERS = 400;
/** Maximum characters read for an announcement: the patterns below take quadratic time. */
const MAX_READ_CHARACTERS = 4_000;

/**
 * The next announcement of a growing text: its complete sentences since `from`, without Markdown syntax.
 * @returns the words, empty if no sentence is complete, and the offset in `text` where the next announcement starts
 */
export function getNextSentences(text: string, from: number, complete: boolean): { words: string; upTo: number } {
  const upTo = complete ? text.length : findLastSentenceEnd(text, from);
  return { words: toSpokenText(text.slice(from, Math.min(upTo, from + MAX_READ_CHARACTERS))), upTo };
}

function findLastSentenceEnd(text: string, from: number): number {
  const ends = [...text.slice(from).matchAll(/[.!?…。！？؟]["'”’)\]]*\s|\n{2,}/gu)];
  const last = ends.at(-1);
  return last ? from + last.index + last[0].length : from;
}

function toSpokenText(markdown: string): string {
  const announcement = markdown
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^[\]]*)\]\([^)]{0,500}\)/g, '$1')
    .replace(/(?<!\s)\s*\[\d+\]/g, '')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return announcement.length > MAX_SPOKEN_CHARACTERS
    ? `${announcement.slice(0, MAX_SPOKEN_CHARACTERS)}…`
    : announcement;
}
