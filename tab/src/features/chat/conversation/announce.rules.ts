/** The longest that is read out at once, in characters; a code block has no sentences. */
const LONGEST = 400;

/**
 * What of a growing text is read out next: its whole sentences since `from`, without Markdown's signs.
 * @returns the words, empty where no sentence is complete yet, and the place up to which the text has been read
 */
export function nextSentences(text: string, from: number, complete: boolean): { words: string; upTo: number } {
  const upTo = complete ? text.length : endOfLastSentence(text, from);
  return { words: spoken(text.slice(from, upTo)), upTo };
}

function endOfLastSentence(text: string, from: number): number {
  const ends = [...text.slice(from).matchAll(/[.!?…。！？؟]["'”’)\]]*\s|\n{2,}/gu)];
  const last = ends.at(-1);
  return last ? from + last.index + last[0].length : from;
}

function spoken(markdown: string): string {
  const words = markdown
    .replace(/```[\s\S]*?(```|$)/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\s*\[\d+\]/g, '')
    .replace(/[*_`#>|~]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
}
