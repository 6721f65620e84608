/**
 * Frequent words of languages in Latin script, which almost every paragraph has and which are rare in the other
 * languages.
 */
const frequentWords = Object.entries({
  en: 'i do you we how what the of and to in is that for it with as on be at this by are from or an not have was which can will',
  de: 'der die und das ist nicht ein eine den dem von zu mit für auf des sich auch werden bei oder wird einer sind',
  fr: 'de la le les des et est une dans que pour qui sur pas par du au avec ce sont ou aux cette et il elle nous vous',
  es: 'de la en el los las y una que es por con para del se como más su al lo pero sus este está son entre cuando',
  it: 'il di che è e la per una sono con non della del alla dei nel più come gli le anche questo si da',
  pt: 'de o os as uma que não e para com do dos das em por mais ao seu sua ou são também pelo pela é',
  nl: 'het een de van en dat niet voor met zijn op aan te worden door ook bij naar deze wordt maar of',
  sv: 'och att det som en är på inte för av med den till har om ett men jag så de kan ska från vid',
  da: 'og det at er en til på af for med der den ikke de som et har om men var kan skal blev efter',
  nb: 'og det er en til på av for med som den ikke de et har om men var kan skal ble fra etter seg også',
  fi: 'ja on ei että se oli ovat mutta kun tai joka hän niin myös ole kuin sen vain jos olla ne tämä',
  pl: 'nie się jest na w z do że oraz i to o jak po przez dla od są może ale czy być przy lub tym',
}).map(([language, words]) => [language, new Set(words.split(' '))] as const);

/** The frequent words of a language; none for a language without a list. */
export const getFrequentWords = (language: string): ReadonlySet<string> =>
  frequentWords.find(([name]) => name === language)?.[1] ?? new Set();

/** Japanese comes before Chinese, because its texts contain Chinese characters. */
const scripts = [
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
] as const;

/** Letters of Ukrainian that Russian does not have. */
const UKRAINIAN = /[їєґ]/i;
/** Only the start of a text is read, because it is enough to show the language. */
const MAX_CHARACTERS = 20_000;
/** Share of the letters that must have a script, so that single names and terms do not decide. */
const MIN_SCRIPT_SHARE = 0.25;
/** Number and share of a language's frequent words that a text must have. */
const MIN_MATCHES = 2;
const MIN_WORD_SHARE = 0.08;

/**
 * Returns the language of a text as an ISO 639-1 code, by its script or its frequent words; null for a text that shows
 * neither, such as a name or a short question. Not a library: `eld` takes 85 MB in each process, and returns wrong
 * results with certainty for texts of two words.
 */
export function detectLanguage(text: string): string | null {
  const start = text.slice(0, MAX_CHARACTERS).toLowerCase();
  const script = findScript(start);
  if (script) return script;
  const { words, best } = countFrequentWords(start);
  return best.matches >= MIN_MATCHES && best.matches >= words * MIN_WORD_SHARE ? best.language : null;
}

/** The most likely language of a sentence, which one frequent word of that language alone is enough for. */
export function guessLanguage(sentence: string): string | null {
  const start = sentence.slice(0, MAX_CHARACTERS).toLowerCase();
  const script = findScript(start);
  if (script) return script;
  const { best, second } = countFrequentWords(start);
  return best.matches > second ? best.language : null;
}

function findScript(text: string): string | null {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const script = scripts.find(([, letter]) => (text.match(letter)?.length ?? 0) > letters * MIN_SCRIPT_SHARE)?.[0];
  return script === 'ru' && UKRAINIAN.test(text) ? 'uk' : (script ?? null);
}

function countFrequentWords(text: string) {
  const words = text.match(/\p{L}+/gu) ?? [];
  const counts = frequentWords.map(([language, frequent]) => ({
    language,
    matches: words.filter((word) => frequent.has(word)).length,
  }));
  const best = counts.reduce((most, next) => (next.matches > most.matches ? next : most));
  const second = Math.max(...counts.filter((each) => each !== best).map(({ matches }) => matches));
  return { words: words.length, best, second };
}
