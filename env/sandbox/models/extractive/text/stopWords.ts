/** Stop words by language, as `fold` returns them: words for the grammar of a sentence, not for its subject. */
const BY_LANGUAGE: Record<string, string> = {
  en:
    "a about above after again all also although am an and any are aren't as at be because been before being below between " +
    "both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever " +
    "few for from further get gets getting got had hadn't has hasn't have haven't having he her here hers him his how " +
    "however i i'd i'll i'm i've if in into is isn't it it's its itself just let let's like may me might more most much " +
    'must my myself neither no nor not now of off on once only or other our ours out over own per please quite rather ' +
    "same shall she should shouldn't since so some such than that that's the their theirs them then there there's these " +
    "they this those though through to too under until up upon us very was wasn't we we're were what what's when where " +
    "whether which while who who's whom whose why will with within without won't would wouldn't yet you you're your yours",
  de:
    'aber alle als also am an auch auf aus bei beim bin bis bist da damit das dass dein dem den denn der des dich die dies ' +
    'diese dieser dieses doch dort du durch ein eine einem einen einer eines er es fur habe haben hat hatte ich ihr ihre im in ' +
    'ist ja jede jeder jedes kann konnen mein mit muss nach nicht noch nur ob oder ohne pro sein seine sich sie sind so soll ' +
    'uber um und uns unser unter viel viele vom von vor wann war waren warum was welche welcher welches wenn wer werden wie wir ' +
    'wird wo wurde zu zum zur zwischen',
  fr:
    'au aux avec ce ces cette combien comment dans de des du elle elles en est et eu il ils je la le les leur leurs lui mais ' +
    'mes mon ne nos notre nous ont ou par pas pour pourquoi quand que quel quelle quels qui sa sans se ses son sont sur ta te tu ' +
    'un une vos votre vous',
  es:
    'al como con cual cuales cuando cuanto cuantos de del donde el ella ellos en entre es esa ese esta este estos fue ha han hay ' +
    'la las le lo los mas mi muy no nos o para pero por porque que quien se ser si sin sobre son su sus tambien un una unos y ya',
};

const LISTS = Object.entries(BY_LANGUAGE).map(([language, words]) => [language, new Set(words.split(' '))] as const);
const ENGLISH = new Set(BY_LANGUAGE['en']?.split(' '));
/** Stop words of other languages that are meaningful words in English. */
const ENGLISH_WORDS = new Set(['bin', 'con', 'die', 'pro', 'sin', 'son', 'war']);
const STOP_WORDS = new Set(LISTS.flatMap(([, words]) => [...words]).filter((word) => !ENGLISH_WORDS.has(word)));

/** True for a stop word of any supported language. */
export function isStopWord(folded: string): boolean {
  return STOP_WORDS.has(folded);
}

/** True if no other supported language has more stop words in the text than English. */
export function isEnglish(foldedWords: string[]): boolean {
  const hits = (words: ReadonlySet<string>) => foldedWords.filter((word) => words.has(word)).length;
  const english = hits(ENGLISH);
  if (LISTS.some(([, words]) => words !== ENGLISH && hits(words) > english)) return false;
  return english > 0 || (foldedWords.every((word) => /^[\p{ASCII}]*$/u.test(word)) && foldedWords.length < 6);
}
