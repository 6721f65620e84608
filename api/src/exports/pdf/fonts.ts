import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, dirname } from 'node:path';

const require = createRequire(import.meta.url);

/** The part of fontkit's font that is used. Its version is the one that pdfmake draws with. */
export interface Font {
  unitsPerEm: number;
  hasGlyphForCodePoint(codePoint: number): boolean;
  layout(text: string): { advanceWidth: number };
  getGlyph(id: number, codePoints?: number[]): object | null;
  _layoutEngine: { engine?: { GPOSProcessor?: AnchorProcessor } };
}

interface AnchorProcessor {
  applyAnchor(mark: { markAnchor: object | null }, base: object | null, index: number): void;
}

/**
 * Corrects two faults of fontkit: it fails where a font has no point for a mark on this letter, which OpenType allows
 * (Gurmukhi, Malayalam), and it remembers the letters of the first text that used a glyph for all others.
 */
export function correctFont(font: Font): Font {
  const processor = font._layoutEngine.engine?.GPOSProcessor;
  const applyAnchor = processor?.applyAnchor;
  if (processor && applyAnchor)
    processor.applyAnchor = (mark, base, index) => {
      if (base && mark.markAnchor) applyAnchor.call(processor, mark, base, index);
    };
  const getGlyph = font.getGlyph.bind(font);
  font.getGlyph = (id, codePoints = []) => {
    const glyph = getGlyph(id, codePoints);
    return glyph && (Object.assign(Object.create(glyph), { codePoints }) as object);
  };
  return font;
}

const packages = {
  Sans: 'noto-sans',
  Mono: 'noto-sans-mono',
  Arabic: 'ibm-plex-sans-arabic',
  Armenian: 'noto-sans-armenian',
  Bengali: 'noto-sans-bengali',
  Chinese: 'noto-sans-sc',
  Devanagari: 'noto-sans-devanagari',
  Emoji: 'noto-emoji',
  Ethiopic: 'noto-sans-ethiopic',
  Georgian: 'noto-sans-georgian',
  Gujarati: 'noto-sans-gujarati',
  Gurmukhi: 'noto-sans-gurmukhi',
  Hebrew: 'noto-sans-hebrew',
  Kannada: 'noto-sans-kannada',
  Khmer: 'noto-sans-khmer',
  Korean: 'gothic-a1',
  Lao: 'noto-sans-lao',
  Malayalam: 'noto-sans-malayalam',
  Math: 'noto-sans-math',
  Myanmar: 'noto-sans-myanmar',
  Oriya: 'noto-sans-oriya',
  Sinhala: 'noto-sans-sinhala',
  Symbols: 'noto-sans-symbols',
  MoreSymbols: 'noto-sans-symbols-2',
  Tamil: 'noto-sans-tamil',
  Telugu: 'noto-sans-telugu',
  Thai: 'noto-sans-thai',
} as const;
export type Family = keyof typeof packages;
const families = Object.keys(packages) as Family[];
/** Symbol fonts have only one weight. */
const oneWeight: ReadonlySet<Family> = new Set(['Math', 'MoreSymbols']);

type Style = 'normal' | 'bold' | 'italics' | 'bolditalics';

function getPath(family: Family, style: string): string {
  const name = packages[family];
  const folder = dirname(require.resolve(`@expo-google-fonts/${name}/package.json`));
  const base = name
    .split('-')
    .map((part) => (/^(ibm|..)$/.test(part) ? part.toUpperCase() : part.charAt(0).toUpperCase() + part.slice(1)))
    .join('');
  return join(folder, style, `${base}_${style}.ttf`);
}

function toFaces(family: Family): Record<Style, string> {
  const normal = getPath(family, '400Regular');
  const bold = oneWeight.has(family) ? normal : getPath(family, '700Bold');
  // Only the main font has italics.
  if (family !== 'Sans') return { normal, bold, italics: normal, bolditalics: bold };
  const [italics, bolditalics] = [getPath(family, '400Regular_Italic'), getPath(family, '700Bold_Italic')];
  return { normal, bold, italics, bolditalics };
}

/** The font files for pdfmake, which reads a file when the first text uses it. */
export const faces = Object.fromEntries(families.map((family) => [family, toFaces(family)])) as Record<
  Family,
  Record<Style, string>
>;
export const facePaths: ReadonlySet<string> = new Set(Object.values(faces).flatMap((face) => Object.values(face)));

const loaded = new Map<Family, Font>();

export function loadFont(family: Family): Font {
  const font = loaded.get(family) ?? correctFont(require('fontkit').create(readFileSync(faces[family].normal)) as Font);
  loaded.set(family, font);
  return font;
}

/** The main fonts have every character below this one. */
const FIRST_UNSURE = 0x250;
/** Fonts of one script, loaded only for a text that has it. */
const scripts: readonly (readonly [Family, RegExp])[] = [
  ['Armenian', /\p{Script=Armenian}/u],
  ['Bengali', /\p{Script_Extensions=Bengali}/u],
  ['Devanagari', /\p{Script_Extensions=Devanagari}/u],
  ['Ethiopic', /\p{Script=Ethiopic}/u],
  ['Georgian', /\p{Script=Georgian}/u],
  ['Gujarati', /\p{Script=Gujarati}/u],
  ['Gurmukhi', /\p{Script=Gurmukhi}/u],
  ['Hebrew', /\p{Script=Hebrew}/u],
  ['Kannada', /\p{Script=Kannada}/u],
  ['Khmer', /\p{Script=Khmer}/u],
  ['Korean', /\p{Script=Hangul}/u],
  ['Lao', /\p{Script=Lao}/u],
  ['Malayalam', /\p{Script=Malayalam}/u],
  ['Myanmar', /\p{Script=Myanmar}/u],
  ['Oriya', /\p{Script=Oriya}/u],
  ['Sinhala', /\p{Script=Sinhala}/u],
  ['Tamil', /\p{Script_Extensions=Tamil}/u],
  ['Telugu', /\p{Script_Extensions=Telugu}/u],
  ['Thai', /\p{Script=Thai}/u],
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
  const signs: Family[] = ofScript.length > 0 ? [] : ['Math', 'Symbols', 'MoreSymbols', 'Emoji'];
  const others: Family[] = ['Sans', ...ofScript, 'Mono', 'Arabic', ...signs, 'Chinese'];
  const found = [preferred, ...others].find((family) => loadFont(family).hasGlyphForCodePoint(codePoint)) ?? null;
  known.set(key, found);
  return found;
}

export interface FontRun {
  text: string;
  font: Family;
}

/**
 * Invisible characters: variation selectors, direction marks, byte order marks. Joiners are not among them, because
 * they form letters and emoji.
 */
const INVISIBLE = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/u;
const JOINER = /[\u200c\u200d]/;
/** A cluster that is drawn as one emoji: also a flag and a digit on a key. */
const EMOJI = /^(?:\p{Emoji_Presentation}|\p{Emoji}\u{fe0f}|\p{Regional_Indicator}|\p{Emoji}\p{Emoji_Modifier})/u;
const ASCII = /^[\t\n\u0020-\u007e]*$/;

/** Splits a text into runs that one font can draw each. A character without any glyph is replaced by its number in Unicode. */
export function splitByFont(text: string, preferred: Family): FontRun[] {
  if (ASCII.test(text)) return [{ text, font: preferred }];
  const runs: FontRun[] = [];
  const add = (part: string, font: Family) => {
    const last = runs.at(-1);
    // Spaces of the font for emoji are wide.
    if (last?.font === font || (last && last.font !== 'Emoji' && part === ' ')) last.text += part;
    else runs.push({ text: part, font });
  };
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    const shown = [...segment].filter((character) => !INVISIBLE.test(character));
    const first = EMOJI.test(segment) ? 'Emoji' : preferred;
    const found = shown.map((character) => (JOINER.test(character) ? undefined : findFamily(character, first)));
    let font: Family = found.find((family) => family) ?? preferred;
    for (const [index, character] of shown.entries()) {
      if (found[index] === null) add(toNumber(character), preferred);
      else add(character, (font = found[index] ?? font));
    }
  }
  return runs;
}

const toNumber = (character: string) =>
  `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
