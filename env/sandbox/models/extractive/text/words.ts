import { LRUCache } from 'lru-cache';
import { isStopWord } from './stopWords.ts';

/** A word of a text: as written, folded (lower case, no accents) and stemmed. */
export type Word = { text: string; folded: string; term: string; isStopWord: boolean };

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
 * endings of other languages stay; `scoreSimilarity` matches them by their common prefix.
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

/** Ranking splits the same sentences again for every question. */
const splitTexts = new LRUCache<string, readonly Word[]>({ max: 5_000 });
const MAX_CACHED_LENGTH = 1_000;

/** The words of a text in order. */
export function splitWords(text: string): readonly Word[] {
  if (text.length > MAX_CACHED_LENGTH) return findWords(text);
  const words = splitTexts.get(text) ?? findWords(text);
  splitTexts.set(text, words);
  return words;
}

function findWords(text: string): Word[] {
  const words: Word[] = [];
  for (const [token] of text.matchAll(TOKEN)) {
    if (UNSPACED.test(token)) words.push(...splitIntoPairs(token));
    else words.push(toWord(token));
  }
  return words;
}

function toWord(token: string): Word {
  const foldedToken = fold(token);
  if (isStopWord(foldedToken)) return { text: token, folded: foldedToken, term: foldedToken, isStopWord: true };
  const folded = foldedToken.replace(/'s$/, '').replace(ELISION, '');
  return { text: token, folded, term: stem(folded), isStopWord: isStopWord(folded) || /^[a-z]$/.test(folded) };
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
