/** The longest that is read out at once, in characters; a code block has no sentences. */
const LONGEST = 400;
/** What is read of a long text to find that much; the patterns below are quadratic in it. */
const READ = 4_000;

/**
 * What of a growing text is read out next: its whole sentences since `from`, without Markdown's signs.
 * @returns the words, empty where no sentence is complete yet, and the place up to which the text has been read
 */
export function nextSentences(text: string, from: number, complete: boolean): { words: string; upTo: number } {
  const upTo = complete ? text.length : endOfLastSentence(text, from);
  return { words: spoken(text.slice(from, Math.min(upTo, from + READ))), upTo };
}

function endOfLastSentence(text: string, from: number): number {
  const ends = [...text.slice(from).matchAll(/[.!?…。！？؟]["'”’)\]]*\s|\n{2,}/gu)];
  const last = ends.at(-1);
  return last ? from + last.index + last[0].length : from;
}

function spoken(markdown: string): string {
  const words = markdown
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^[\]]*)\]\([^)]{0,500}\)/g, '$1')
    .replace(/(?<!\s)\s*\[\d+\]/g, '')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}
