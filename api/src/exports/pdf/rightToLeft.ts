import bidiFactory from 'bidi-js';
import { hasRightToLeft } from '#api/exports/markdown/direction.ts';
import type { Place } from './context.ts';
import { loadFont, type Family } from './fonts.ts';
import type { InlineText } from './inlines.ts';

// The types describe an ES module, but Node loads the CommonJS module, whose export is the function itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
/** A line is made a little narrower than the available width, because bold text is wider than it is measured here. */
const SAFETY = 0.94;

interface Word {
  start: number;
  end: number;
  width: number;
}

/**
 * Breaks a text with right-to-left parts into lines and orders each line from left to right, as it is drawn. Returns null
 * for a text without such parts, which pdfmake lays out.
 */
export function layoutRightToLeft(
  texts: readonly InlineText[],
  place: Place,
  isReversed: boolean,
): InlineText[][] | null {
  const text = texts.map((run) => run.text).join('');
  if (!hasRightToLeft(text)) return null;
  // One entry per UTF-16 unit: the run that it belongs to.
  const runs = texts.flatMap((run) => Array.from({ length: run.text.length }, () => run));
  const levels = bidi.getEmbeddingLevels(text, isReversed ? 'rtl' : 'ltr');
  return breakLines(text, runs, place).map(({ start, end }) => orderLine(text, runs, levels, start, end));
}

function breakLines(text: string, runs: readonly InlineText[], place: Place): { start: number; end: number }[] {
  const lines: { start: number; end: number }[] = [];
  let line: { start: number; end: number; width: number } | null = null;
  for (const word of listWords(text, runs, place)) {
    const isBreak = text[word.start] === '\n';
    if (line && (isBreak || line.width + word.width > place.width * SAFETY)) {
      lines.push(line);
      line = null;
    }
    if (isBreak) continue;
    if (line) line = { start: line.start, end: word.end, width: line.width + word.width };
    else line = { ...word };
  }
  return line ? [...lines, line] : lines;
}

/** Words with the blanks behind them. */
function listWords(text: string, runs: readonly InlineText[], place: Place): Word[] {
  return [...text.matchAll(/\n|[^\s]+[^\S\n]*|[^\S\n]+/g)].flatMap((match) => {
    const word = { start: match.index, end: match.index + match[0].length };
    const width = measure(match[0], runs[match.index], place);
    if (width <= place.width * SAFETY || match[0].length < 2) return [{ ...word, width }];
    // A word that is wider than a line is broken by its characters.
    return [...match[0]].map((character, index, all) => {
      const start = word.start + all.slice(0, index).join('').length;
      return { start, end: start + character.length, width: measure(character, runs[start], place) };
    });
  });
}

function measure(text: string, run: InlineText | undefined, place: Place): number {
  const font = loadFont(run?.font ?? ('Sans' satisfies Family));
  const size = run?.fontSize ?? place.size;
  return (font.layout(text).advanceWidth / font.unitsPerEm) * size * (run?.sup ? 0.6 : 1);
}

/** Runs from left to right. Each word is a run, because pdfmake would order the words of a longer one from the left. */
function orderLine(
  text: string,
  runs: readonly InlineText[],
  levels: ReturnType<typeof bidi.getEmbeddingLevels>,
  start: number,
  end: number,
): InlineText[] {
  const order = bidi.getReorderedIndices(text, levels, start, end - 1).slice(start, end);
  const ordered: InlineText[] = [];
  let group: number[] = [];
  const flush = () => {
    const [first] = group;
    const run = first === undefined ? undefined : runs[first];
    if (first === undefined || !run) return;
    const drawn = group.map((index) => mirror(text, levels, index)).join('');
    // The font puts the letters of a right-to-left word in order, so it gets them as they are written. It draws neutral
    // characters without letters, such as a bracket and a period, from left to right.
    const isOdd = ((levels.levels[first] ?? 0) & 1) === 1 && hasRightToLeft(drawn);
    const word = isOdd
      ? group
          .toReversed()
          .map((index) => mirror(text, levels, index))
          .join('')
      : drawn;
    ordered.push({ ...run, text: word, noWrap: true, preserveLeadingSpaces: true });
    group = [];
  };
  for (const index of order) {
    const last = group.at(-1);
    const isBlank = (at: number) => /\s/.test(text.charAt(at));
    const isSame =
      last !== undefined &&
      runs[last] === runs[index] &&
      levels.levels[last] === levels.levels[index] &&
      isBlank(last) === isBlank(index);
    if (!isSame) flush();
    group.push(index);
  }
  flush();
  return ordered;
}

/** A bracket in right-to-left text is drawn as its mirror image. */
function mirror(text: string, { levels }: ReturnType<typeof bidi.getEmbeddingLevels>, index: number): string {
  const character = text.charAt(index);
  return ((levels[index] ?? 0) & 1) === 1 ? (bidi.getMirroredCharacter(character) ?? character) : character;
}
