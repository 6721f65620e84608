import { removeTags } from '#contract/markdown/htmlTags.ts';
import { chatTexts } from '#tab/features/chat/chat.texts.ts';

/** Maximum characters of an announcement; longer text becomes several. */
const MAX_SPOKEN_CHARACTERS = 400;
/** Maximum characters read at a time: the patterns below take quadratic time. */
const MAX_READ_CHARACTERS = 4_000;
const FENCE = /^ {0,3}(```|~~~)/;

/** How much of an answer has been announced. */
export interface SpokenPart {
  /** Offset in the text where the next announcement starts. */
  upTo: number;
  /** Whether that offset is inside a code block. */
  inCode: boolean;
}

export const nothingSpoken: SpokenPart = { upTo: 0, inCode: false };

/**
 * The next announcements of a growing text: its complete sentences after `spoken`, without Markdown syntax, in parts
 * that are short enough to listen to. Code is only mentioned.
 * @param complete whether the text has ended; its rest then counts as a sentence
 */
export function getNextSentences(
  text: string,
  spoken: SpokenPart,
  complete: boolean,
): { sentences: string[]; spoken: SpokenPart } {
  const end = complete ? text.length : findLastSentenceEnd(text, spoken.upTo);
  const upTo = end - spoken.upTo > MAX_READ_CHARACTERS ? findBreak(text, spoken.upTo + MAX_READ_CHARACTERS) : end;
  const { prose, inCode } = removeCode(text.slice(spoken.upTo, upTo), spoken.inCode);
  return { sentences: splitWords(toSpokenText(prose)), spoken: { upTo, inCode } };
}

function findLastSentenceEnd(text: string, from: number): number {
  const ends = [...text.slice(from).matchAll(/[.!?…。！？؟]["'”’)\]]*\s|\n{2,}/gu)];
  const last = ends.at(-1);
  return last ? from + last.index + last[0].length : from;
}

/** The end of the last line or word before `limit`; `limit` itself in text without spaces. */
function findBreak(text: string, limit: number): number {
  const line = text.lastIndexOf('\n', limit - 1) + 1;
  if (line > limit - MAX_READ_CHARACTERS) return line;
  const word = text.lastIndexOf(' ', limit - 1) + 1;
  return word > limit - MAX_READ_CHARACTERS ? word : limit;
}

function removeCode(text: string, startsInCode: boolean): { prose: string; inCode: boolean } {
  let inCode = startsInCode;
  const lines = text.split('\n').map((line) => {
    if (!FENCE.test(line)) return inCode ? '' : line;
    inCode = !inCode;
    return inCode ? `\n${chatTexts.codeBlock} ` : '';
  });
  return { prose: lines.join('\n'), inCode };
}

function toSpokenText(markdown: string): string {
  return removeTags(markdown)
    .replace(/!?\[([^[\]]*)\]\([^)]{0,500}\)/g, '$1')
    .replace(/(?<!\s)\s*\[\d+\]/g, '')
    .replace(/^\s{0,3}(?:#{1,6}|>)\s/gm, ' ')
    .replace(/\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~~|[`|]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Splits a text between sentences, or between words, into parts of at most `MAX_SPOKEN_CHARACTERS`. */
function splitWords(text: string): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > MAX_SPOKEN_CHARACTERS) {
    const head = rest.slice(0, MAX_SPOKEN_CHARACTERS);
    const sentence = head.lastIndexOf('. ') + 1;
    const end = sentence || head.lastIndexOf(' ') || MAX_SPOKEN_CHARACTERS;
    const length = end > 0 ? end : MAX_SPOKEN_CHARACTERS;
    parts.push(rest.slice(0, length));
    rest = rest.slice(length).trimStart();
  }
  return rest === '' ? parts : [...parts, rest];
}
