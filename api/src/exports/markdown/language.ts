import type { Root } from 'mdast';
import { getText } from './limitDepth.ts';

const CHARACTERS = 4_000;
/** Japanese comes before Chinese, because its texts contain Chinese characters. */
const languages = [
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
/** Words that almost every paragraph of a language in Latin script has, and few of the others. */
const commonWords = Object.entries({
  en: 'the and of to is in for with that are',
  de: 'der die und das ist nicht mit den von werden',
  fr: 'le les des et est une pour dans du sont',
  es: 'el los las y una por con del para es',
  it: 'il che della e sono per una con gli di',
  pt: 'os uma não e com dos das em são ao',
  nl: 'het een van en niet zijn voor met op worden',
  sv: 'och att det som på är för inte av ett',
  da: 'og det at som på er ikke til af ved',
  nb: 'og det på er som ikke til av ved etter',
  pl: 'nie się jest na w z do że oraz i',
}).map(([language, words]) => [language, new Set(words.split(' '))] as const);
/** Fewer common words do not decide. */
const MIN_WORDS = 3;
/** Share of the letters that must have the script, so that single names and terms do not decide. */
const MIN_SHARE = 0.25;

/** Guesses the language of a text by its script and its common words, for screen readers and for the spelling check. */
export function guessLanguage(root: Root): string {
  let text = '';
  for (const node of root.children) if (text.length < CHARACTERS) text += `${getText(node)} `;
  return guessLanguageOf(text);
}

/** The language with the region in which most people speak it, as Office names languages: `de-DE`. */
export function toOfficeLanguage(guess: string): string {
  const { language, region } = new Intl.Locale(guess).maximize();
  return `${language}-${region}`;
}

export function guessLanguageOf(text: string): string {
  const start = text.slice(0, CHARACTERS);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const found = languages.find(([, pattern]) => (start.match(pattern)?.length ?? 0) > letters * MIN_SHARE);
  if (found?.[0] === 'ru') return UKRAINIAN.test(start) ? 'uk' : 'ru';
  return found?.[0] ?? guessByWords(start);
}

function guessByWords(text: string): string {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  const counts = commonWords.map(([language, common]) => ({
    language,
    count: words.filter((word) => common.has(word)).length,
  }));
  const best = counts.reduce((most, next) => (next.count > most.count ? next : most));
  return best.language === 'en' || best.count < MIN_WORDS ? 'en-US' : best.language;
}
