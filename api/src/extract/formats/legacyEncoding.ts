import chardet from 'chardet';
import iconv from 'iconv-lite';

/**
 * Encodings of one byte a character first, in the order in which they win if nothing else decides; then those of East Asia.
 * `macintosh` is what Macs wrote before they wrote Unicode, `cp866` and `cp850` are those of DOS.
 */
const CANDIDATES = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'iso-8859-2',
  'koi8-r',
  'macintosh',
  'cp866',
  'cp850',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-jp',
  'euc-kr',
];
/** Names of chardet for encodings that Windows has extended by printable characters. */
const EXTENDED: Readonly<Record<string, string>> = {
  'iso-8859-1': 'windows-1252',
  'iso-8859-6': 'windows-1256',
  'iso-8859-7': 'windows-1253',
  'iso-8859-8': 'windows-1255',
  'iso-8859-9': 'windows-1254',
};
/** Bytes around the first character that is not ASCII: enough words to judge, few enough for many candidates. */
const SAMPLE_BYTES = 6_000;
/** What a certain guess of chardet adds to the plausibility, which is 1 for text without any oddity. */
const GUESS_WEIGHT = 0.5;

/**
 * The most plausible encoding of text that is neither ASCII nor Unicode, by iconv-lite's name. chardet knows how often
 * letters follow each other in some languages; the shape of the words corrects its wrong guesses, which are frequent in
 * short texts.
 */
export function detectLegacyEncoding(bytes: Buffer): string {
  const sample = takeSample(bytes);
  const guesses = new Map<string, number>();
  for (const { name, confidence } of chardet.analyse(sample)) {
    const known = EXTENDED[name.toLowerCase()] ?? name.toLowerCase();
    guesses.set(known, Math.max(confidence / 100, guesses.get(known) ?? 0));
  }
  const names = [...new Set([...CANDIDATES, ...guesses.keys()])].filter((name) => iconv.encodingExists(name));
  let best = { name: 'windows-1252', plausibility: -Infinity };
  for (const name of names) {
    const plausibility = judgeText(iconv.decode(sample, name)) + GUESS_WEIGHT * (guesses.get(name) ?? 0);
    // The difference must be more than a rounding error, so that the earlier of two equal candidates wins.
    if (plausibility > best.plausibility + 1e-6) best = { name, plausibility };
  }
  return best.name;
}

/** Whole lines, so that no character of several bytes is cut. */
function takeSample(bytes: Buffer): Buffer {
  const first = Math.max(
    0,
    bytes.findIndex((byte) => byte >= 0x80),
  );
  const start = bytes.lastIndexOf(0x0a, first) + 1;
  const end = bytes.lastIndexOf(0x0a, first + SAMPLE_BYTES);
  const isWhole = bytes.length <= first + SAMPLE_BYTES;
  return bytes.subarray(
    Math.max(start, first - SAMPLE_BYTES),
    isWhole ? bytes.length : end > first ? end : first + SAMPLE_BYTES,
  );
}

type Script = 'Latin' | 'Cyrillic' | 'Greek' | 'Hebrew' | 'Arabic' | 'Thai' | 'EastAsian' | 'Other';

const SCRIPTS: readonly [Script, RegExp][] = [
  ['Latin', /\p{Script=Latin}/u],
  ['Cyrillic', /\p{Script=Cyrillic}/u],
  ['Greek', /\p{Script=Greek}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Arabic', /\p{Script=Arabic}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['EastAsian', /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]/u],
];
const LETTER = /[\p{L}\p{M}]/u;
/** Characters that occur within words: apostrophes, dashes, the Catalan dot. */
const WITHIN_WORDS = /[’‘·‐‑–—'-]/u;
/** A Thai mark that cannot stand here: without a consonant below it, or a second vowel or tone on it. */
const MISPLACED_THAI =
  /^(?:[^\u0e01-\u0e2e\u0e31\u0e34-\u0e3a\u0e47-\u0e4e][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[\u0e31\u0e34-\u0e3a][\u0e31\u0e34-\u0e3a]|[\u0e47-\u0e4e][\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]|[\u0e40-\u0e44][^\u0e01-\u0e2e])/u;
/** Other characters that ordinary text contains. */
const ORDINARY = /[“”„‚‘’«»–—…•€£¥§°©®™½¼¾²³ºª×·¡¿№、。，．・「」（）！？：；　]/u;

function getScript(character: string): Script | null {
  if (!LETTER.test(character) && character !== 'ー') return null;
  return SCRIPTS.find(([, pattern]) => pattern.test(character))?.[0] ?? 'Other';
}

/** The mean plausibility of the characters that are not ASCII: 1 if all are letters where letters are expected. */
function judgeText(text: string): number {
  const characters = [...text];
  let sum = 0;
  let count = 0;
  for (const [index, character] of characters.entries()) {
    if (character < '\u0080') continue;
    count += 1;
    sum += judgeCharacter(character, characters[index - 1] ?? ' ', characters[index + 1] ?? ' ');
  }
  return count === 0 ? 0 : sum / count;
}

function judgeCharacter(character: string, before: string, after: string): number {
  if (character === '\ufffd') return -10;
  if (/[\u0080-\u009f]|\p{Co}|\p{Cn}/u.test(character)) return -6;
  const script = getScript(character);
  const around = [before, after].map(getScript);
  if (script === null) {
    const isInWord = around.every((each) => each !== null && each !== 'EastAsian');
    if (isInWord && !WITHIN_WORDS.test(character)) return -2;
    return ORDINARY.test(character) ? 0.5 : -0.5;
  }
  if (script === 'EastAsian') return around.includes('EastAsian') ? 1 : -1;
  if (around.some((each) => each !== null && each !== script)) return -2;
  if (MISPLACED_THAI.test(before + character) || MISPLACED_THAI.test(character + after)) return -2;
  if (script !== 'Latin') return around.includes(script) ? 1 : 0;
  // Few words have only one letter, and these are lowercase: à, é, ó.
  if (around.every((each) => each === null)) return /\p{Lu}/u.test(character) ? -0.5 : 0;
  // No language has many accented letters in a row, nor an uppercase letter after a lowercase one.
  const isAmongAccents = [before, after].every((each) => each >= '\u0080' && LETTER.test(each));
  if (isAmongAccents || (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before))) return -2;
  return 1;
}
