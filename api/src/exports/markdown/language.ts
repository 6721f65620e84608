import type { Root } from 'mdast';
import { detectLanguage } from '#platform/detectLanguage.ts';
import { getText } from './limitDepth.ts';

const CHARACTERS = 4_000;

/** Guesses the language of a document, for screen readers and for the spelling check. */
export function guessLanguage(root: Root): string {
  let text = '';
  for (const node of root.children) if (text.length < CHARACTERS) text += `${getText(node)} `;
  return guessLanguageOf(text);
}

/** A language tag: the language that a text shows, or American English. */
export function guessLanguageOf(text: string): string {
  const detected = detectLanguage(text.slice(0, CHARACTERS));
  return detected === null || detected === 'en' ? 'en-US' : detected;
}

/** The language with the region in which most people speak it, as Office names languages: `de-DE`. */
export function toOfficeLanguage(guess: string): string {
  const { language, region } = new Intl.Locale(guess).maximize();
  return `${language}-${region}`;
}
