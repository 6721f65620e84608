/** Hyphens: the one on the keyboard, U+2010, and the soft hyphen. */
const SPLIT_WORD = /(?<![^\s(["'“„‘’«‹\u2010-])(\p{L}{2,40})[-\u2010\u00ad]\n(\p{L}{1,40})(\S{0,60})(?: |\n|$)/gu;
const WORD = /\p{L}{1,60}/gu;
const COMPOUND = /\p{L}{2,40}[-\u2010]\p{L}{1,40}/gu;
/** Words that keep their hyphen before another word. */
const KEEPS_HYPHEN =
  /^(?:non|self|well|half|cross|high|low|long|short|demi|quasi|vice|après|avant|arrière|peut|rendez|celui|celle|ceux|celles)$/i;
/** Words that keep the hyphen after another word. In French, these are pronouns after a verb. */
const KEEPS_HYPHEN_BEFORE =
  /^(?:based|related|specific|friendly|driven|oriented|wide|free|party|term|time|être|mêmes?|vous|nous|moi|toi|lui)$/i;
/** Before these words, a word with a hyphen is only the start of a compound: “Ein- und Ausgaben”. */
const CONJUNCTION = /^(?:und|oder|bzw|bis|and|or|et|ou|y|e|o|of|en)$/i;
/** Dots that lead the eye from a heading to its page. */
const LEADERS = / ?(?:[.\u00b7\u2026] ?){5,400}/g;

/**
 * Text that was set in lines for paper: joins the words that are split at the ends of lines, and drops leader dots. The
 * hyphen stays, as part of a compound, if both halves are words of the text or the text contains the hyphenated word
 * within a line.
 */
export function joinPrintedLines(text: string): string {
  const plain = text.replace(LEADERS, ' ');
  const isSplit = plain.search(SPLIT_WORD) >= 0;
  const others = isSplit ? plain.replace(SPLIT_WORD, ' ').toLowerCase() : '';
  const words = new Set(others.match(WORD));
  const compounds = new Set(others.match(COMPOUND)?.map((compound) => compound.replace('\u2010', '-')));
  return plain.replace(SPLIT_WORD, (whole: string, start: string, rest: string, after: string) => {
    // The middle of a word such as “up-to-date”.
    const isMiddle = rest.length <= 3 && /^-\p{L}/u.test(after);
    if (CONJUNCTION.test(rest) && !isMiddle) return whole;
    const [first, second] = [start.toLowerCase(), rest.toLowerCase()];
    const isCompound = compounds.has(`${first}-${second}`) || (words.has(first) && words.has(second));
    const isKept = /^\p{Lu}/u.test(rest) || KEEPS_HYPHEN.test(start) || KEEPS_HYPHEN_BEFORE.test(rest) || isMiddle;
    const keepsHyphen = isKept || (isCompound && !words.has(first + second));
    return `${start}${keepsHyphen ? '-' : ''}${rest}${after}\n`;
  });
}
