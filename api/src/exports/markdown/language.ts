import type { Root } from 'mdast';
import { getText } from './limitDepth.ts';

const CHARACTERS = 4_000;
/** Japanese is before Chinese, because it has characters of both. */
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
/** Share of the letters; names and terms of another language are less. */
const MIN_SHARE = 0.25;

/** The language in which a screen reader reads a text, as its script tells it. Languages of Latin script are not told apart. */
export function guessLanguage(root: Root): string {
  let text = '';
  for (const node of root.children) if (text.length < CHARACTERS) text += getText(node);
  const start = text.slice(0, CHARACTERS);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const found = languages.find(([, pattern]) => (start.match(pattern)?.length ?? 0) > letters * MIN_SHARE);
  return found?.[0] ?? 'en-US';
}
