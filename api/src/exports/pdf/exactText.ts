import documentModule from 'pdfmake/js/PDFDocument.js';
import { hasRightToLeft } from '#api/exports/markdown/direction.ts';
import { correctFont, type Font } from './fonts.ts';

interface Glyph {
  id: number;
  advanceWidth: number;
  /** The characters that the glyph stands for, as far as the font's layout knows them. */
  codePoints: number[];
  /** The glyph's outline; null for a space. */
  _decode(): { xMin: number; yMin: number; xMax: number; yMax: number } | null;
}

/** In thousandths of the size. pdfkit moves by the difference between the first two after a glyph. */
interface Position {
  xAdvance: number;
  /** The width of the glyph in the file. */
  advanceWidth: number;
  xOffset: number;
  yOffset: number;
}

/** A glyph that consists of others, at a distance from its origin in the units of the font. */
type Composite = readonly { glyph: Glyph; x: number; y: number }[];

/** The part of fontkit that writes the glyphs of a file, which has one code for each entry of `glyphs`. */
interface Subset {
  glyphs: (number | Composite)[];
  includeGlyph(id: number): number;
  _addGlyph(entry: number | Composite): number;
  /** The library sets these fields when it writes the file. */
  glyf: Uint8Array[];
  loca: { offsets: number[] };
  hmtx: { metrics: { advance: number; bearing: number }[] };
  offset: number;
}

/** The parts of pdfkit's font that are used. Arrays have one entry per code. */
interface EmbeddedFont {
  font: Font;
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: Position[] };
  encode(text: string, features?: unknown): [string[], Position[]];
  subset: Subset;
  widths: number[];
  unicode: number[][];
  scale: number;
}

interface Prototype {
  provideFont(family: string, bold: boolean, italics: boolean): EmbeddedFont;
}

/** Texts whose characters have one glyph each, in the same order. */
const SIMPLE = /^[\t\n -\u024f]*$/;
const JOINER = '\u200c';
const exact = new WeakSet<EmbeddedFont>();

/**
 * pdfkit stores one text per glyph. But one glyph can stand for several letters (those of Arabic share their shapes and
 * differ in dots that are glyphs of their own), and glyphs of Indic scripts have another order than their letters. So that
 * text is copied and found as it was written, the file has a glyph once for each text that it stands for.
 */
function patch(prototype: Prototype): void {
  const { provideFont } = prototype;
  prototype.provideFont = function (...names) {
    const font = provideFont.apply(this, names);
    if (exact.has(font)) return font;
    exact.add(font);
    correctFont(font.font);
    allowComposites(font.subset);
    const encode = font.encode.bind(font);
    const known = new Map<string, number>();
    font.encode = (text, features) =>
      SIMPLE.test(text) ? encode(text, features) : encodeExactly(font, known, text, features);
    return font;
  };
}

function encodeExactly(
  font: EmbeddedFont,
  known: Map<string, number>,
  text: string,
  features: unknown,
): [string[], Position[]] {
  const { glyphs, positions } = font.layout(text, features);
  const codes: string[] = [];
  const placed: Position[] = [];
  for (const { start, end, text: meaning } of toClusters(font, text, glyphs)) {
    const places = positions.slice(start, end);
    const parts = glyphs.slice(start, end);
    const width = places.reduce((sum, { xAdvance }) => sum + xAdvance, 0);
    const [first] = places;
    const isOne = parts.length === 1;
    const entry = isOne ? (parts[0]?.id ?? 0) : compose(parts, places, font.scale);
    const shape = isOne
      ? entry
      : parts.map(({ id }, index) => `${id}@${places[index]?.xOffset},${places[index]?.yOffset}`);
    const key = `${String(shape)} ${meaning}`;
    const code = known.get(key) ?? font.subset.glyphs.push(entry) - 1;
    known.set(key, code);
    font.widths[code] ??= isOne ? (parts[0]?.advanceWidth ?? 0) * font.scale : width;
    font.unicode[code] ??= [...meaning].map((character) => character.codePointAt(0) ?? 0);
    codes.push(code.toString(16).padStart(4, '0'));
    placed.push(isOne && first ? first : { xAdvance: width, advanceWidth: width, xOffset: 0, yOffset: 0 });
  }
  return [codes, placed];
}

/** Puts the glyphs of a cluster where they are drawn. */
function compose(glyphs: readonly Glyph[], positions: readonly Position[], scale: number): Composite {
  let x = 0;
  return glyphs.map((glyph, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {};
    const part = { glyph, x: Math.round((x + xOffset) / scale), y: Math.round(yOffset / scale) };
    x += xAdvance;
    return part;
  });
}

/** Arguments are words and distances (OpenType, `glyf`, flags of a component). */
const WORDS_AND_DISTANCES = 0x3;
const MORE_COMPONENTS = 0x20;
const HEADER_BYTES = 10;
const COMPONENT_BYTES = 8;

/** Writes composite glyphs, which fontkit's subset does not know (OpenType, `glyf`, composite glyph description). */
function allowComposites(subset: Subset): void {
  const addGlyph = subset._addGlyph.bind(subset);
  subset._addGlyph = (entry) => {
    if (typeof entry === 'number') return addGlyph(entry);
    const parts = entry.flatMap(({ glyph, x, y }) => {
      const box = glyph._decode();
      return box ? [{ code: subset.includeGlyph(glyph.id), x, y, box }] : [];
    });
    const bytes = Buffer.alloc(parts.length === 0 ? 0 : HEADER_BYTES + parts.length * COMPONENT_BYTES);
    if (parts.length > 0) {
      const edges = [
        Math.min(...parts.map(({ x, box }) => x + box.xMin)),
        Math.min(...parts.map(({ y, box }) => y + box.yMin)),
        Math.max(...parts.map(({ x, box }) => x + box.xMax)),
        Math.max(...parts.map(({ y, box }) => y + box.yMax)),
      ];
      for (const [index, value] of [-1, ...edges].entries()) bytes.writeInt16BE(value, 2 * index);
    }
    for (const [index, { code, x, y }] of parts.entries()) {
      const at = HEADER_BYTES + index * COMPONENT_BYTES;
      bytes.writeUInt16BE(WORDS_AND_DISTANCES | (index < parts.length - 1 ? MORE_COMPONENTS : 0), at);
      bytes.writeUInt16BE(code, at + 2);
      bytes.writeInt16BE(x, at + 4);
      bytes.writeInt16BE(y, at + 6);
    }
    subset.glyf.push(bytes);
    subset.loca.offsets.push(subset.offset);
    subset.hmtx.metrics.push({ advance: entry.reduce((sum, { glyph }) => sum + glyph.advanceWidth, 0), bearing: 0 });
    subset.offset += bytes.length;
    return subset.glyf.length - 1;
  };
}

/** A composite glyph holds distances up to 32,767. */
const MAX_COMPOSITE_WIDTH = 30_000;

/** Glyphs and the text that they stand for together. */
interface Cluster {
  start: number;
  end: number;
  text: string;
}

function toClusters(font: EmbeddedFont, text: string, glyphs: readonly Glyph[]): Cluster[] {
  const own = glyphs.map(({ codePoints }) => String.fromCodePoint(...codePoints));
  const each = own.map((part, index) => ({ start: index, end: index + 1, text: part }));
  if (own.join('') === text && !own.includes('')) return each;
  // PDF readers reverse the characters of such text, also those of a ligature. fontkit takes a space for a joiner.
  if (hasRightToLeft(text))
    return each.map((cluster) => ({
      ...cluster,
      text: cluster.text === ' ' && text.includes(JOINER) ? JOINER : [...cluster.text].toReversed().join(''),
    }));
  let end = 0;
  const clusters = [...new Intl.Segmenter().segment(text)].map(({ segment }) => {
    const start = end;
    end += font.layout(segment).glyphs.length;
    return { start, end, text: segment };
  });
  const isDivided = end === glyphs.length && clusters.every((cluster) => cluster.end > cluster.start);
  const found = isDivided ? clusters : [{ start: 0, end: glyphs.length, text }];
  const fits = ({ start, end }: Cluster) =>
    glyphs.slice(start, end).reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) <= MAX_COMPOSITE_WIDTH;
  return found.every(fits) ? found : each;
}

const exported = documentModule as unknown as { prototype: Prototype } | { default: { prototype: Prototype } };
patch('default' in exported ? exported.default.prototype : exported.prototype);
