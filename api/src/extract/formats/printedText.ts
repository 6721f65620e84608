/** Signs of a hyphen: the one of the keyboard, the one that only hyphenates, and the soft one. */
const SPLIT_WORD = /(?<![^\s(["'“„‘’«‹\u2010-])(\p{L}{2,40})[-\u2010\u00ad]\n(\p{L}{1,40})(\S{0,60})(?: |\n|$)/gu;
const WORD = /\p{L}{1,60}/gu;
/** Words that keep their hyphen before another word. */
const KEEPS_HYPHEN = /^(?:non|self|well|half|cross|high|low|long|short)$/i;
/** Words that keep it after another one. */
const KEEPS_HYPHEN_BEFORE = /^(?:based|related|specific|friendly|driven|oriented|wide|free|party|term|time)$/i;
/** After these, the word before is only the start of another one: “Ein- und Ausgaben”. */
const CONJUNCTION = /^(?:und|oder|bzw|bis|and|or|et|ou|y|e|o|of|en)$/i;
/** Dots that lead the eye from a heading to its page. */
const LEADERS = / ?(?:[.\u00b7\u2026] ?){5,400}/g;

/**
 * Text that was set in lines for paper: joins the words that are split at the ends of lines, and drops leader dots. If both
 * halves are words of the text, the hyphen is that of a compound.
 */
export function joinPrintedLines(text: string): string {
  const plain = text.replace(LEADERS, ' ');
  const isSplit = plain.search(SPLIT_WORD) >= 0;
  const words = new Set(isSplit ? plain.replace(SPLIT_WORD, ' ').toLowerCase().match(WORD) : []);
  return plain.replace(SPLIT_WORD, (whole: string, start: string, rest: string, after: string) => {
    // The middle of a word such as “up-to-date”.
    const isMiddle = rest.length <= 3 && /^-\p{L}/u.test(after);
    if (CONJUNCTION.test(rest) && !isMiddle) return whole;
    const [first, second] = [start.toLowerCase(), rest.toLowerCase()];
    const isCompound = words.has(first) && words.has(second) && !words.has(first + second);
    const keepsHyphen =
      /^\p{Lu}/u.test(rest) || KEEPS_HYPHEN.test(start) || KEEPS_HYPHEN_BEFORE.test(rest) || isMiddle || isCompound;
    return `${start}${keepsHyphen ? '-' : ''}${rest}${after}\n`;
  });
}
