/** Languages with a Snowball stemmer in PostgreSQL, with frequent words that few other languages share. */
const FREQUENT_WORDS = {
  english: 'the of and to in is that for it with as on be at this by are from or an not have was which can will',
  german: 'der die und das ist nicht ein eine den dem von zu mit für auf des sich auch werden bei oder wird einer sind',
  french: 'le les des est une dans que pour qui sur pas par au avec ce sont ou aux cette du et il elle nous vous',
  spanish: 'el los las una que es por con para del se como más su al lo pero sus este está son entre cuando',
  italian: 'il di che è la per una sono con non della del alla dei nel più come gli le anche questo si da',
  portuguese: 'o os as uma que não para com do da dos das em por mais ao seu sua ou são também pelo pela é',
  dutch: 'de het een van en dat niet voor met zijn op aan te worden door ook bij naar deze wordt maar of',
  swedish: 'och att det som en på är av för med den till inte har om ett men jag så de kan ska från vid',
  danish: 'og det at er en til på af for med der den ikke de som et har om men var kan skal blev efter',
  norwegian: 'og det er en til på av for med som den ikke de et har om men var kan skal ble fra seg også',
  finnish: 'ja on ei että se oli ovat mutta kun tai joka hän niin myös ole kuin sen vain jos olla ne tämä',
} as const;

export type Language = keyof typeof FREQUENT_WORDS | 'russian' | 'greek' | 'arabic' | 'simple';

const frequentWords = Object.entries(FREQUENT_WORDS).map(
  ([language, words]) => [language as Language, new Set(words.split(' '))] as const,
);

const scripts: [RegExp, Language][] = [
  [/^\p{Script=Cyrillic}/u, 'russian'],
  [/^\p{Script=Greek}/u, 'greek'],
  [/^\p{Script=Arabic}/u, 'arabic'],
];

/** Minimum share and number of a language's frequent words for a text to be in that language. */
const MIN_SHARE = 0.08;
const MIN_MATCHES = 2;

/**
 * Detects the language of a text by its script or its frequent words. Returns `fallback` for a text that shows neither,
 * such as a short question. A wrong result costs little, because questions are stemmed in the languages of the files.
 */
export function detectLanguage(words: readonly string[], fallback: Language): Language {
  const firstWord = words.find((word) => /^\p{L}/u.test(word));
  const script = scripts.find(([letter]) => firstWord !== undefined && letter.test(firstWord));
  if (script) return script[1];
  let best: { language: Language; matches: number } = { language: fallback, matches: 0 };
  for (const [language, frequent] of frequentWords) {
    const matches = words.reduce((sum, word) => sum + (frequent.has(word) ? 1 : 0), 0);
    if (matches > best.matches) best = { language, matches };
  }
  return best.matches >= MIN_MATCHES && best.matches >= words.length * MIN_SHARE ? best.language : fallback;
}
