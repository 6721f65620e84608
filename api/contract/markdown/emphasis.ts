/**
 * Where stars and tildes open and close emphasis. CommonMark wants a space or punctuation beside `**` that follows
 * punctuation, so `**重要。**です` shows stars: languages without spaces have none there. The parser of AVA and the text
 * for Teams, which parses Markdown itself, share these rules.
 */
type Kind = 'space' | 'punctuation' | 'letter';

/** Scripts that write words without spaces between them. Half of a surrogate pair is an ideograph or an emoji. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303f\uff00-\uffef\ud800-\udfff]/u;
const PUNCTUATION = /[\p{P}\p{S}]/u;
/** Marks that end a bold label or sentence: `**Note:**text`. */
const SENTENCE_END = /[.,:;!?…"”’»]/;
const LETTER = /\p{L}/u;

function getKind(character: string): Kind {
  if (character === '' || /\s/.test(character)) return 'space';
  return PUNCTUATION.test(character) ? 'punctuation' : 'letter';
}

/**
 * Whether AVA lets a run of stars or tildes open or close emphasis where CommonMark does not. `before` and `after` are the
 * characters around the run; they are empty at the start and the end of a text.
 */
export function widenFlanking(before: string, after: string, length: number): { opens: boolean; closes: boolean } {
  const [left, right] = [getKind(before), getKind(after)];
  const closesLabel = length > 1 && SENTENCE_END.test(before) && LETTER.test(after);
  return {
    opens:
      length > 1 && left === 'letter' && right === 'punctuation' && (UNSPACED.test(before) || UNSPACED.test(after)),
    closes:
      left === 'punctuation' && right === 'letter' && (UNSPACED.test(before) || UNSPACED.test(after) || closesLabel),
  };
}
