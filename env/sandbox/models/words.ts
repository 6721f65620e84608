/** A word of a text: as written, folded (lower case, no accents) and stemmed. */
export type Word = { text: string; folded: string; term: string; isStopWord: boolean };

/** Words of English, German, French and Spanish for the grammar of a sentence, not for its subject. */
const STOP_WORDS = new Set(
  (
    "a about above after again all also although am an and any are aren't as at be because been before being below between " +
    "both but by can can't cannot could couldn't did didn't do does doesn't doing don't down during each either else ever " +
    "few for from further get gets getting got had hadn't has hasn't have haven't having he her here hers him his how " +
    "however i i'd i'll i'm i've if in into is isn't it it's its itself just let let's like may me might more most much " +
    'must my myself neither no nor not now of off on once only or other our ours out over own per please quite rather ' +
    "same shall she should shouldn't since so some such than that that's the their theirs them then there there's these " +
    "they this those though through to too under until up upon us very was wasn't we we're were what what's when where " +
    'anybody anything everybody everything nobody nothing somebody something ' +
    "whether which while who who's whom whose why will with within without won't would wouldn't yet you you're your yours " +
    'aber alle als also am an auch auf aus bei beim bin bis bist da damit das dass dein dem den denn der des dich die dies ' +
    'diese dieser dieses doch dort du durch ein eine einem einen einer eines er es fur habe haben hat hatte ich ihr ihre im in ' +
    'ist ja jede jeder jedes kann konnen mein mit muss nach nicht noch nur ob oder ohne pro sein seine sich sie sind so soll ' +
    'uber um und uns unser unter viel viele vom von vor wann war waren warum was welche welcher welches wenn wer werden wie wir ' +
    'wird wo wurde zu zum zur zwischen ' +
    'au aux avec ce ces cette combien comment dans de des du elle elles en est et eu il ils je la le les leur leurs lui mais ' +
    'mes mon ne nos notre nous ont ou par pas pour pourquoi quand que quel quelle quels qui sa sans se ses son sont sur ta te tu ' +
    'un une vos votre vous ' +
    'al como con cual cuales cuando cuanto cuantos de del donde el ella ellos en entre es esa ese esta este estos fue ha han hay ' +
    'la las le lo los mas mi muy no nos o para pero por porque que quien se ser si sin sobre son su sus tambien un una unos y ya'
  ).split(' '),
);
/** Stop words of other languages that are meaningful words in English. */
for (const word of ['bin', 'con', 'die', 'pro', 'sin', 'son', 'war']) STOP_WORDS.delete(word);

const TOKEN = /\p{N}+(?:[.,]\p{N}+)+|[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu;
/** Scripts without spaces between words; their text is split into pairs of characters. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const ELISION = /^(?:l|d|j|m|t|s|n|c|qu)'(?=\p{L}{2})/u;

/** Converts to lower case, removes Latin accents and thousands separators, and replaces typographic apostrophes. */
export function fold(text: string): string {
  const lower = text.toLowerCase();
  // Most words are ASCII, and normalizing is slow.
  if (/^[a-z0-9]+$/.test(lower)) return lower;
  const plain = lower
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'");
  return /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
}

const VOWEL = /[aeiouy]/;

/** Irregular forms with their base forms. */
const IRREGULAR = new Map(
  (
    'began:begin begun:begin bought:buy broke:break broken:break built:build chose:choose chosen:choose children:child ' +
    'drove:drive driven:drive fell:fall fallen:fall felt:feel found:find gave:give given:give gone:go went:go grew:grow ' +
    'grown:grow heard:hear held:hold kept:keep knew:know known:know led:lead lost:lose made:make meant:mean men:man met:meet ' +
    'paid:pay people:person ran:run rose:rise risen:rise said:say sent:send sold:sell spent:spend spoke:speak spoken:speak ' +
    'stole:steal stolen:steal taken:take took:take taught:teach thought:think told:tell understood:understand won:win ' +
    'women:woman wrote:write written:write'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);

/**
 * A light English stemmer: removes plural endings, -ing, -ed, -ly and a final e. Derivations (-ation, -ment) and the
 * endings of other languages stay; `quote.ts` matches them by their common beginning.
 */
export function stem(folded: string): string {
  if (folded.length < 3 || !/^[a-z]+$/.test(folded)) return folded;
  return removeFinalE(IRREGULAR.get(folded) ?? removeVerbEnding(removePlural(folded)));
}

function removePlural(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return /[^siu]s$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
}

function removeVerbEnding(word: string): string {
  const adverb = /^(.{4,})ly$/.exec(word)?.[1];
  if (adverb) return adverb;
  if (word.endsWith('ied') && word.length > 4) return `${word.slice(0, -3)}y`;
  const bare = /^(.+)ing$/.exec(word)?.[1] ?? /^(.*[^e])ed$/.exec(word)?.[1];
  if (!bare || bare.length < 2 || !VOWEL.test(bare)) return word;
  return /([bdfgkmnprt])\1$/.test(bare) ? bare.slice(0, -1) : bare;
}

function removeFinalE(word: string): string {
  return word.length > 2 && word.endsWith('e') ? word.slice(0, -1) : word;
}

/** The words of a text in order. */
export function splitWords(text: string): Word[] {
  return [...text.matchAll(TOKEN)].flatMap(([token]) => (UNSPACED.test(token) ? splitIntoPairs(token) : toWord(token)));
}

function toWord(token: string): Word {
  const foldedToken = fold(token);
  if (STOP_WORDS.has(foldedToken)) return { text: token, folded: foldedToken, term: foldedToken, isStopWord: true };
  const folded = foldedToken.replace(/'s$/, '').replace(ELISION, '');
  return { text: token, folded, term: stem(folded), isStopWord: STOP_WORDS.has(folded) || /^[a-z]$/.test(folded) };
}

function splitIntoPairs(run: string): Word[] {
  const characters = [...run];
  const pairs =
    characters.length === 1
      ? characters
      : characters.slice(0, -1).map((character, index) => character + characters[index + 1]);
  return pairs.map((pair) => ({ text: pair, folded: pair, term: pair, isStopWord: false }));
}

/** The stems of a text's meaningful words, in order and with repetitions. */
export function getTerms(text: string): string[] {
  return splitWords(text).flatMap((word) => (word.isStopWord ? [] : [word.term]));
}
