import { findGutter, isSameLine, jumpsUpOften, MAX_GUTTERS, groupIntoRows, type Segment } from './columns.ts';

/** A run of text on a page, in points from its upper left corner; `y` is the baseline. */
export interface TextRun {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** Reads from left to right without turning the head; stamps along the margin do not. */
  upright: boolean;
  endsLine: boolean;
}

/** A gap this wide, in heights of the text, is not a space between two words. */
const WIDE_GAP = 1.5;

/**
 * The text of a page in reading order, one line of print a line.
 * Mostly that is the order in which the file draws it: writers of PDFs finish a column or a table cell before the next.
 * Only pages that are drawn across their columns, or in no order, are put in order by where the text stands.
 */
export function toOrderedText(glyphs: TextRun[]): string {
  const segments = segmentsOf(glyphs);
  const upright = segments.filter((segment) => segment.upright);
  const gutter = findGutter(upright);
  const across = gutter !== null && isDrawnAcross(upright, gutter);
  if (!across && !jumpsUpOften(upright)) return inDrawnOrder(segments);
  const turned = segments.filter((segment) => !segment.upright);
  return [...byColumns(upright), ...turned.map((segment) => segment.text)].join('\n');
}

/** Joins what is drawn one after the other on one line; a wide gap or a jump ends a segment. */
function segmentsOf(glyphs: TextRun[]): Segment[] {
  const segments: Segment[] = [];
  let open: Segment | null = null;
  for (const glyph of glyphs) {
    if (glyph.text.trim() !== '') open = append(segments, open, glyph);
    else if (open && glyph.width > WIDE_GAP * open.height) open = null;
    else if (open && glyph.text) open.text += ' ';
    if (!glyph.endsLine) continue;
    const ended: Segment | undefined = open ?? segments.at(-1);
    if (ended) ended.endsLine = true;
    open = null;
  }
  return segments;
}

/** Adds to the open segment, or to a new one at the end; returns the one it stands in. */
function append(segments: Segment[], open: Segment | null, glyph: TextRun): Segment {
  const { text, x, y, width, height, upright } = glyph;
  if (open && continues(open, glyph)) {
    open.text += text;
    open.right = Math.max(open.right, x + width);
    open.height = Math.max(open.height, height);
    return open;
  }
  const segment = { text, left: x, right: x + width, y, height, upright, endsLine: false };
  segments.push(segment);
  return segment;
}

function continues(open: Segment, next: TextRun): boolean {
  if (!open.upright || !next.upright) return open.upright === next.upright;
  const gap = next.x - open.right;
  return isSameLine(open, next) && gap < WIDE_GAP * open.height && gap > -2 * open.height;
}

function inDrawnOrder(segments: Segment[]): string {
  return segments
    .map((segment, index) => {
      const next = segments[index + 1];
      const goesOn = next && !segment.endsLine && isSameLine(segment, next);
      return segment.text.trimEnd() + (goesOn ? ' ' : '\n');
    })
    .join('');
}

/** Whether the file draws line by line over the gutter, so that its own order mixes the columns. */
function isDrawnAcross(segments: Segment[], gutter: number): boolean {
  const left = segments.filter((segment) => segment.right <= gutter).length;
  const steps = segments.filter((segment, index) => {
    const next = segments[index + 1];
    return next && segment.right <= gutter && next.left >= gutter && isSameLine(segment, next);
  });
  return steps.length > left / 4;
}

/**
 * Lines from top to bottom; where there is a gutter, the left side of each stretch between full lines first.
 * @param gutters how many more there may be side by side
 */
function byColumns(segments: Segment[], gutters = MAX_GUTTERS): string[] {
  const gutter = gutters > 0 ? findGutter(segments) : null;
  if (gutter === null) return groupIntoRows(segments).map((row) => row.map((segment) => segment.text.trim()).join(' '));
  let lines: string[] = [];
  let sides: Segment[] = [];
  const flush = () => {
    const left = sides.filter((one) => one.right <= gutter);
    const right = sides.filter((one) => one.left >= gutter);
    lines = lines.concat(byColumns(left, gutters - 1), byColumns(right, gutters - 1));
    sides = [];
  };
  for (const segment of segments.toSorted((one, other) => one.y - other.y)) {
    if (segment.right <= gutter || segment.left >= gutter) sides.push(segment);
    else {
      flush();
      lines.push(segment.text.trimEnd());
    }
  }
  flush();
  return lines;
}
