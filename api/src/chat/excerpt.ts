import { removeTags } from '#contract/markdown/htmlTags.ts';
import { removeAccents, splitWords, type Word } from '#api/search/text/words.ts';

/** Characters of an excerpt. */
const LENGTH = 140;
/** Characters before the first mark. */
const LEAD = 40;
/** Characters of a text in which an excerpt is looked for. */
const MAX_CHARACTERS = 200_000;
/** Markdown that a line of text does not need. */
const MARKUP = /[*`|#]+|~~|^[ \t]{0,9}>+/gm;

export interface Excerpt {
  text: string;
  marks: { from: number; to: number }[];
}

interface Occurrence {
  from: number;
  to: number;
}

/** One line of a text around the words of a search. Null if the text does not contain all of them. */
export function makeExcerpt(content: string, words: readonly { text: string; isPrefix: boolean }[]): Excerpt | null {
  const line = removeTags(content.slice(0, MAX_CHARACTERS)).replace(MARKUP, ' ').replace(/\s+/g, ' ').trim();
  const found = new Set<string>();
  const occurrences: Occurrence[] = [];
  for (const word of splitWords(line)) {
    const text = removeAccents(word.text);
    const match = words.find((searched) =>
      searched.isPrefix ? text.startsWith(searched.text) : text === searched.text,
    );
    if (match === undefined) continue;
    found.add(match.text);
    occurrences.push(locate(line, word));
  }
  if (words.some(({ text }) => !found.has(text))) return null;
  return cut(line, occurrences);
}

/** The range of a word in the text. The word can be longer or shorter there than in its normalized form. */
function locate(line: string, { text, index }: Word): Occurrence {
  const rest = line.slice(index, index + 2 * text.length + 2);
  const letters = /^[\p{L}\p{N}\p{M}]+/u.exec(rest)?.[0].length ?? text.length;
  const isWhole = rest.slice(0, text.length).toLowerCase() === text;
  return { from: index, to: index + (isWhole ? text.length : letters) };
}

/** Cuts the text around the place with the most occurrences. */
function cut(line: string, occurrences: readonly Occurrence[]): Excerpt {
  let best = 0;
  let most = 0;
  for (let first = 0, last = 0; first < occurrences.length; first += 1) {
    const end = (occurrences[first]?.from ?? 0) + LENGTH - LEAD;
    while (last < occurrences.length && (occurrences[last]?.to ?? 0) <= end) last += 1;
    if (last - first <= most) continue;
    [best, most] = [first, last - first];
  }
  const wanted = Math.max(0, (occurrences[best]?.from ?? 0) - LEAD);
  const start = wanted === 0 ? 0 : skipToWord(line, wanted);
  const text = line.slice(start, start + LENGTH).toWellFormed();
  const prefix = start > 0 ? '…' : '';
  const shift = prefix.length - start;
  const marks = merge(occurrences).flatMap(({ from, to }) =>
    from < start || from >= start + LENGTH ? [] : [{ from: from + shift, to: Math.min(to, start + LENGTH) + shift }],
  );
  return { text: `${prefix}${text}${start + LENGTH < line.length ? '…' : ''}`, marks };
}

/** The start of the next word, if it is near. */
function skipToWord(line: string, from: number): number {
  const space = line.indexOf(' ', from);
  return space >= 0 && space - from < LEAD / 2 ? space + 1 : from;
}

/** Merges overlapping marks. An id such as `AB-12` and its parts are separate words at the same position. */
function merge(occurrences: readonly Occurrence[]): Occurrence[] {
  const merged: Occurrence[] = [];
  for (const { from, to } of occurrences) {
    const last = merged.at(-1);
    if (last && from < last.to) last.to = Math.max(last.to, to);
    else merged.push({ from, to });
  }
  return merged;
}
