import { findGutter, groupIntoRows, isSameLine, jumpsUpOften, MAX_GUTTERS, type Segment } from './columns.ts';
import { joinPrintedLines } from '#api/extract/formats/printedText.ts';
import { toLogicalOrder } from './rightToLeft.ts';
import { findTables, type FoundTable } from './tables.ts';
import type { TextRun } from './textRun.ts';
import { joinVerticalText } from './verticalText.ts';

/** Widest gap that can be a space between two words, in heights of the text. */
const WIDE_GAP = 1.5;

/** Maximum distance between copies of a text that are drawn for bold letters or a shadow, in heights of the text. */
const COPY_DISTANCE = 0.1;
/** A text is compared with at most this number of equal texts, because a page of dashes has thousands. */
const MAX_COMPARED = 8;
/** If the next letter covers at least this share of a letter's width, it is the same letter drawn again. */
const MIN_OVERLAP = 0.5;
/**
 * Maximum number of letters at the start of a run that can repeat the end of the run before. Longer repetitions are
 * separate runs.
 */
const MAX_REPEATED = 8;
const MIN_REPEATS = 3;
/** Only this number of pieces at the start or end of the drawing order can be a header or footer. */
const MAX_MARGIN_PIECES = 4;

/**
 * The text of a page in reading order, one line per printed line. Usually that is the order in which the file draws it:
 * PDF writers finish a column or a table cell before the next one. Only pages that are drawn across their columns, or in
 * random order, are sorted by position. A table becomes rows, in whatever order it is drawn. Words that are split at the ends
 * of lines are joined.
 */
export function toOrderedText(runs: TextRun[]): string {
  return joinPrintedLines(orderText(runs));
}

function orderText(runs: TextRun[]): string {
  const pieces = placeMargins(joinRuns(toLogicalOrder(joinVerticalText(dropCopies(runs)))));
  const gutter = findGutter(pieces.filter((segment) => segment.upright));
  // Tables are not searched for, because columns of prose look like a table whose cells are lines.
  const segments = gutter === null ? foldTables(pieces) : pieces;
  const upright = segments.filter((segment) => segment.upright);
  const isAcross = gutter !== null && isDrawnAcross(upright, gutter);
  if (!isAcross && !jumpsUpOften(upright)) return toTextInDrawnOrder(segments);
  const rotated = segments.filter((segment) => !segment.upright);
  return [...toLinesByColumn(upright), ...rotated.map((segment) => segment.text)].join('\n');
}

function dropCopies(runs: readonly TextRun[]): TextRun[] {
  const drawn = new Map<string, TextRun[]>();
  const kept: TextRun[] = [];
  for (const run of runs) {
    const same = drawn.get(run.text) ?? [];
    drawn.set(run.text, same);
    const distance = COPY_DISTANCE * run.height;
    const isCopy =
      run.text.trim() !== '' &&
      same.slice(-MAX_COMPARED).some(({ x, y }) => Math.abs(x - run.x) < distance && Math.abs(y - run.y) < distance);
    const last = kept.at(-1);
    if (isCopy && last) last.endsLine ||= run.endsLine;
    else kept.push({ ...run });
    same.push(run);
  }
  return kept;
}

/**
 * Puts the highest line first and the lowest one last if they are apart from the other lines, as headers and footers
 * are, and drawn at another point of the file.
 */
function placeMargins(segments: Segment[]): Segment[] {
  const upright = segments.filter((segment) => segment.upright);
  const header = findMargin(upright.toReversed(), (a, b) => a.y - b.y);
  const footer = findMargin(upright, (a, b) => b.y - a.y);
  if (header.length + footer.length === 0) return segments;
  const body = segments.filter((segment) => !footer.includes(segment) && !header.includes(segment));
  const ends = new Set([header[0], body.at(-1), footer.at(-1)]);
  return [...header.toReversed(), ...body, ...footer].map((segment) =>
    ends.has(segment) ? { ...segment, endsLine: true } : segment,
  );
}

/**
 * The outermost line by `compare`, if it looks like a header or footer: its pieces are among the first MAX_MARGIN_PIECES
 * of `segments`, the last segment is not one of them, and no other line is within two of its heights. Otherwise nothing.
 * @param segments in the order of drawing for a footer, reversed for a header
 */
function findMargin(segments: readonly Segment[], compare: (a: Segment, b: Segment) => number): Segment[] {
  const [outermost] = segments.toSorted(compare);
  if (!outermost) return [];
  const line = segments.filter((segment) => isSameLine(segment, outermost));
  const isApart = segments.every(
    ({ y, height }) => isSameLine({ y, height }, outermost) || Math.abs(y - outermost.y) > 2 * outermost.height,
  );
  const isFirst = line.every((segment) => segments.indexOf(segment) < MAX_MARGIN_PIECES);
  return isApart && isFirst && line.length < segments.length && !line.includes(segments.at(-1)!) ? line : [];
}

/**
 * Replaces the pieces of each table by one piece that contains its rows, at the position where the file begins to draw
 * the table.
 */
function foldTables(segments: Segment[]): Segment[] {
  const tables = findTables(segments.filter((segment) => segment.upright));
  const written = new Set<FoundTable>();
  return segments.flatMap((segment) => {
    const table = tables.find((each) => each.segments.has(segment));
    if (!table) return segment;
    if (written.has(table)) return [];
    written.add(table);
    return toSegment(table);
  });
}

function toSegment({ segments, rows }: FoundTable): Segment {
  const cells = [...segments];
  const [top] = cells.toSorted((a, b) => a.y - b.y);
  return {
    text: rows.join('\n'),
    left: Math.min(...cells.map(({ left }) => left)),
    right: Math.max(...cells.map(({ right }) => right)),
    y: top?.y ?? 0,
    height: top?.height ?? 0,
    upright: true,
    endsLine: true,
  };
}

/** A segment to which runs are added. */
interface GrowingSegment extends Segment {
  joins: number;
  /** The segment's letters in which later copies are looked for. */
  repeats: { at: number; count: number }[];
}

/** Joins consecutive text runs of a line. A wide gap or a jump starts a new segment. */
function joinRuns(runs: TextRun[]): Segment[] {
  const segments: GrowingSegment[] = [];
  let current: GrowingSegment | null = null;
  for (const run of runs) {
    if (run.text.trim() !== '') current = append(segments, current, run);
    else if (current && run.width > WIDE_GAP * current.height) current = null;
    else if (current && run.text) current.text += ' ';
    if (!run.endsLine) continue;
    const last: GrowingSegment | undefined = current ?? segments.at(-1);
    if (last) last.endsLine = true;
    current = null;
  }
  return segments.map(dropRepeats);
}

/**
 * Drops the copies in text that is drawn letter by letter, each twice. In other text, letters only seem to overlap, because its
 * font has wrong widths.
 */
function dropRepeats({ joins, repeats, ...segment }: GrowingSegment): Segment {
  if (repeats.length < MIN_REPEATS || repeats.length < joins / 2) return segment;
  let { text } = segment;
  for (const { at, count } of repeats.toReversed()) text = text.slice(0, at) + text.slice(at + count);
  return { ...segment, text };
}

/** Adds a text run to the current segment or to a new one, and returns that segment. */
function append(segments: GrowingSegment[], current: GrowingSegment | null, run: TextRun): GrowingSegment {
  const { text, x, y, width, height, upright } = run;
  if (current && isContinued(current, run)) {
    const count = countRepeated(current, run);
    if (count > 0) current.repeats.push({ at: current.text.length, count });
    current.joins += 1;
    current.text += text;
    current.right = Math.max(current.right, x + width);
    current.height = Math.max(current.height, height);
    return current;
  }
  const segment = { text, left: x, right: x + width, y, height, upright, endsLine: false, joins: 0, repeats: [] };
  segments.push(segment);
  return segment;
}

/**
 * The letters at the start of a run that the piece before it ends with, at the same place: letters are drawn twice to look bold.
 */
function countRepeated(current: Segment, { text, x, width }: TextRun): number {
  const overlap = current.right - x;
  const letter = width / Math.max(1, text.length);
  if (overlap < MIN_OVERLAP * letter) return 0;
  const longest = Math.min(text.length, Math.round(overlap / letter) + 1, MAX_REPEATED);
  for (let count = longest; count > 0; count -= 1)
    if (overlap >= MIN_OVERLAP * letter * count && current.text.endsWith(text.slice(0, count))) return count;
  return 0;
}

function isContinued(current: Segment, next: TextRun): boolean {
  if (!current.upright || !next.upright) return current.upright === next.upright;
  const gap = next.x - current.right;
  return isSameLine(current, next) && gap < WIDE_GAP * current.height && gap > -2 * current.height;
}

function toTextInDrawnOrder(segments: Segment[]): string {
  return segments
    .map((segment, index) => {
      const next = segments[index + 1];
      const isContinuedLine = next && !segment.endsLine && isSameLine(segment, next);
      return segment.text.trimEnd() + (isContinuedLine ? ' ' : '\n');
    })
    .join('');
}

/** Whether the file draws lines across the gutter, so that the drawn order mixes the columns. */
function isDrawnAcross(segments: Segment[], gutter: number): boolean {
  const leftCount = segments.filter((segment) => segment.right <= gutter).length;
  const crossings = segments.filter((segment, index) => {
    const next = segments[index + 1];
    return next && segment.right <= gutter && next.left >= gutter && isSameLine(segment, next);
  });
  return crossings.length > leftCount / 4;
}

/**
 * Returns lines from top to bottom. Between two lines that cross the gutter, the left column comes before the right.
 * @param maxGutters maximum number of gutters side by side in these segments
 */
function toLinesByColumn(segments: Segment[], maxGutters = MAX_GUTTERS): string[] {
  const gutter = maxGutters > 0 ? findGutter(segments) : null;
  if (gutter === null) return groupIntoRows(segments).map((row) => row.map((segment) => segment.text.trim()).join(' '));
  let lines: string[] = [];
  let columns: Segment[] = [];
  const flush = () => {
    const left = columns.filter((segment) => segment.right <= gutter);
    const right = columns.filter((segment) => segment.left >= gutter);
    lines = lines.concat(toLinesByColumn(left, maxGutters - 1), toLinesByColumn(right, maxGutters - 1));
    columns = [];
  };
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    if (segment.right <= gutter || segment.left >= gutter) columns.push(segment);
    else {
      flush();
      lines.push(segment.text.trimEnd());
    }
  }
  flush();
  return lines;
}
