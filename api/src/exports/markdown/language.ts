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
] as const;
/** Share of the letters that must have the script, so that single names and terms do not decide. */
const MIN_SHARE = 0.25;

/** Guesses the language of a text by its script, for screen readers. Languages in Latin script are not distinguished. */
export function guessLanguage(root: Root): string {
  let text = '';
  for (const node of root.children) if (text.length < CHARACTERS) text += getText(node);
  const start = text.slice(0, CHARACTERS);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const found = languages.find(([, pattern]) => (start.match(pattern)?.length ?? 0) > letters * MIN_SHARE);
  return found?.[0] ?? 'en-US';
}
