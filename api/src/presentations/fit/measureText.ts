import { isFullWidth, widthOf } from '#api/exports/textWidth.ts';
import type { Run } from '#api/presentations/content/blocks.ts';

/** Height of a line as a share of the font's size. */
export const LINE_HEIGHT = 1.2;

export interface TextLook {
  /** Points. */
  size: number;
  /** Width of a line in points. */
  width: number;
  bold?: boolean;
  capitals?: boolean;
}

/** Where the lines of a text end, as a browser breaks them. */
interface Line {
  /** Index of the first character of the next line. */
  end: number;
}

/** How much wider bold text is. */
export const BOLD = 1.07;
const CAPITALS = 1.2;
const MONOSPACED = 0.6;

interface Character {
  width: number;
  breaks: 'after' | 'line' | 'no';
}

function* readCharacters(runs: readonly Run[], { size, bold, capitals }: TextLook): Generator<[Character, number]> {
  for (const run of runs) {
    const scale = size * (bold || run.bold ? BOLD : 1) * (capitals ? CAPITALS : 1);
    for (const character of run.text) {
      const width = run.code && !isFullWidth(character) ? size * MONOSPACED : widthOf(character) * scale;
      const breaks =
        character === '\n' ? 'line' : /[ \t\-/]/.test(character) || isFullWidth(character) ? 'after' : 'no';
      yield [{ width: character === '\n' ? 0 : width, breaks }, character.length];
    }
  }
}

/** Breaks a text into lines, at most `maxLines`. The work is proportional to the lines, not to the text. */
export function breakLines(
  runs: readonly Run[],
  look: TextLook,
  maxLines = Infinity,
): { lines: Line[]; isWhole: boolean } {
  const lines: Line[] = [];
  let at = 0;
  let width = 0;
  let lastBreak = -1;
  let widthAtBreak = 0;
  for (const [{ width: advance, breaks }, length] of readCharacters(runs, look)) {
    if (breaks === 'line') {
      at += length;
      lines.push({ end: at });
      [width, lastBreak, widthAtBreak] = [0, -1, 0];
    } else {
      if (width + advance > look.width && width > 0) {
        const end = lastBreak > 0 ? lastBreak : at;
        lines.push({ end });
        width = lastBreak > 0 ? width - widthAtBreak : 0;
        [lastBreak, widthAtBreak] = [-1, 0];
      }
      at += length;
      width += advance;
      if (breaks === 'after') [lastBreak, widthAtBreak] = [at, width];
    }
    if (lines.length >= maxLines) return { lines, isWhole: false };
  }
  lines.push({ end: at });
  return { lines, isWhole: true };
}

/** Splits a text after at most `maxLines` lines. The second part is empty if all of it fits. */
export function splitAfterLines(runs: readonly Run[], look: TextLook, maxLines: number): [Run[], Run[]] {
  const { lines, isWhole } = breakLines(runs, look, maxLines);
  if (isWhole) return [[...runs], []];
  return splitAt(runs, lines.at(-1)?.end ?? 0);
}

export function splitAt(runs: readonly Run[], index: number): [Run[], Run[]] {
  const [first, second]: [Run[], Run[]] = [[], []];
  let start = 0;
  for (const run of runs) {
    const cut = Math.max(0, Math.min(run.text.length, index - start));
    if (cut > 0) first.push({ ...run, text: run.text.slice(0, cut) });
    if (cut < run.text.length) second.push({ ...run, text: run.text.slice(cut) });
    start += run.text.length;
  }
  return [first, second];
}
