import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';
import { findSubstitute, replaceMissing } from './missingCharacters.ts';

const require = createRequire(import.meta.url);

/** The part of fontkit's font that is used. Its version is the one that pdfmake draws with. */
export interface Font {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): { advanceWidth: number };
}

export const families = ['Sans', 'Mono', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Chinese', 'Korean'] as const;
export type Family = (typeof families)[number];

type Style = 'normal' | 'bold' | 'italics' | 'bolditalics';

const packages: Record<Family, string> = {
  Sans: 'noto-sans',
  Mono: 'noto-sans-mono',
  Arabic: 'noto-sans-arabic',
  Hebrew: 'noto-sans-hebrew',
  Devanagari: 'noto-sans-devanagari',
  Thai: 'noto-sans-thai',
  Chinese: 'noto-sans-sc',
  Korean: 'noto-sans-kr',
};

function getPath(family: Family, style: string): string {
  const name = packages[family];
  const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`));
  const base = name
    .split('-')
    .map((part) => (part.length === 2 ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
  return join(folder, style, `${base}_${style}.ttf`);
}

function toFaces(family: Family): Record<Style, string> {
  const [normal, bold] = [getPath(family, '400Regular'), getPath(family, '700Bold')];
  // Only the main font has italics.
  if (family !== 'Sans') return { normal, bold, italics: normal, bolditalics: bold };
  const [italics, bolditalics] = [getPath(family, '400Regular_Italic'), getPath(family, '700Bold_Italic')];
  return { normal, bold, italics, bolditalics };
}

/** For pdfmake, which reads a file when the first text uses it. */
export const faces = Object.fromEntries(families.map((family) => [family, toFaces(family)])) as Record<
  Family,
  Record<Style, string>
>;
export const facePaths: ReadonlySet<string> = new Set(Object.values(faces).flatMap((face) => Object.values(face)));

const loaded = new Map<Family, Font>();

export function loadFont(family: Family): Font {
  const font = loaded.get(family) ?? (require('fontkit').create(readFileSync(faces[family].normal)) as Font);
  loaded.set(family, font);
  return font;
}

/** Below this, the main fonts have every character. */
const FIRST_UNSURE = 0x250;
/** Fonts of one script, loaded only for a text that has it. */
const scripts: readonly (readonly [Family, RegExp])[] = [
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Devanagari', /\p{Script_Extensions=Devanagari}/u],
  ['Thai', /\p{Script=Thai}/u],
  ['Korean', /\p{Script=Hangul}/u],
];
const known = new Map<string, Family | null>();

/** The family that can draw a character; null if none can. The large fonts are asked last, so most texts never load them. */
function findFamily(character: string, preferred: Family): Family | null {
  const codePoint = character.codePointAt(0) ?? 0;
  if (codePoint < FIRST_UNSURE) return preferred;
  const key = preferred + character;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  const ofScript = scripts.filter(([, pattern]) => pattern.test(character)).map(([family]) => family);
  const others: Family[] = ['Sans', 'Mono', 'Arabic', ...ofScript, 'Chinese'];
  const found = [preferred, ...others].find((family) => loadFont(family).hasGlyphForCodePoint(codePoint)) ?? null;
  known.set(key, found);
  return found;
}

export interface FontRun {
  text: string;
  font: Family;
}

/** Invisible in a document: joiners without their emoji, variation selectors, direction marks, byte order marks. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/u;
const ASCII = /^[\t\n\u0020-\u007e]*$/;

/** Splits a text into runs that one font can draw each. A character without any glyph is replaced by its name. */
export function splitByFont(text: string, preferred: Family): FontRun[] {
  if (ASCII.test(text)) return [{ text, font: preferred }];
  const runs: FontRun[] = [];
  const add = (part: string, font: Family) => {
    const last = runs.at(-1);
    if (last?.font === font || (last && part === ' ')) last.text += part;
    else runs.push({ text: part, font });
  };
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const shown = [...(findSubstitute(segment) ?? segment)].filter((character) => !INVISIBLE.test(character));
    const found = shown.map((character) => findFamily(character, preferred));
    if (found.includes(null)) add(replaceMissing(segment), preferred);
    else for (const [index, character] of shown.entries()) add(character, found[index] ?? preferred);
  }
  return runs;
}
