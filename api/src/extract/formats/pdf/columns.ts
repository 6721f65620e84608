/** A piece of a line without a wide gap. Its position is in points from the page's upper left corner. */
export interface Segment {
  text: string;
  left: number;
  right: number;
  /** Baseline. */
  y: number;
  height: number;
  upright: boolean;
  /** Whether the file ends a line after this piece. */
  endsLine: boolean;
}

/** Minimum number of lines side by side in columns; fewer lines are a caption or a header. */
const MIN_ROWS = 4;
/** The densest newspaper page has about a thousand segments. */
const MAX_SEGMENTS = 4_000;
/** A printed page has at most five columns, with four gutters between them. */
export const MAX_GUTTERS = 4;
/** Lines of prose fill their column and are long; cells of a table are short. */
const MIN_FILLED_SHARE = 0.6;
const MIN_CHARACTERS = 18;
/** Share of segments that are followed by a jump up the page. With more, the text is drawn in random order. */
const MAX_JUMP_SHARE = 0.4;

type Gap = [start: number, end: number];

/**
 * Finds the gutter between two columns of prose: the x coordinate, in points, at which most lines have a gap.
 * Returns `null` for a page with one column or a table.
 */
export function findGutter(segments: Segment[]): number | null {
  if (segments.length > MAX_SEGMENTS) return null;
  const gaps = findGaps(segments);
  if (gaps.length < MIN_ROWS) return null;
  const middles = gaps.map(([start, end]) => (start + end) / 2);
  const { x: gutter, count } = findMostCovered(middles, gaps);
  if (count < MIN_ROWS || count < gaps.length / MAX_GUTTERS) return null;
  const left = segments.filter((segment) => segment.right <= gutter);
  const right = segments.filter((segment) => segment.left >= gutter);
  return isProse(left) && isProse(right) ? gutter : null;
}

/** Finds the x that is in the most gaps. Goes through sorted starts and ends once, counting the open gaps at each x. */
function findMostCovered(xs: number[], gaps: Gap[]): { x: number; count: number } {
  const starts = gaps.map(([start]) => start).toSorted((a, b) => a - b);
  const ends = gaps.map(([, end]) => end).toSorted((a, b) => a - b);
  let best = { x: NaN, count: 0 };
  let [started, ended] = [0, 0];
  for (const x of xs.toSorted((a, b) => a - b)) {
    while (started < starts.length && starts[started]! <= x) started += 1;
    while (ended < ends.length && ends[ended]! < x) ended += 1;
    if (started - ended > best.count) best = { x, count: started - ended };
  }
  return best;
}

/** Whether the text jumps up the page so often that the drawn order cannot be the reading order. */
export function jumpsUpOften(segments: Segment[]): boolean {
  const jumps = segments.filter((segment, index) => {
    const next = segments[index + 1];
    return next && segment.y - next.y > 2.5 * segment.height;
  });
  return segments.length >= 8 && jumps.length > MAX_JUMP_SHARE * segments.length;
}

/** Lines from top to bottom, each with its segments from left to right. */
export function groupIntoRows(segments: Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  for (const segment of segments.toSorted((a, b) => a.y - b.y)) {
    const row = rows.at(-1);
    if (row && isSameLine(row[0]!, segment)) row.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.left - b.left));
}

/** Small text belongs to the line of large text only if it is as near as an exponent. */
export function isSameLine(a: { y: number; height: number }, b: { y: number; height: number }): boolean {
  const [small, large] = a.height < b.height ? [a.height, b.height] : [b.height, a.height];
  return Math.abs(a.y - b.y) < Math.max(0.5, Math.min(0.5 * large, 1.5 * small));
}

function findGaps(segments: Segment[]): Gap[] {
  return groupIntoRows(segments).flatMap((row) =>
    row.flatMap((segment, index): Gap[] => {
      const next = row[index + 1];
      return next && next.left > segment.right ? [[segment.right, next.left]] : [];
    }),
  );
}

/** Whether the rows on one side of a gutter are filled with text, in one column or more. */
function isProse(side: Segment[]): boolean {
  const rows = groupIntoRows(side);
  if (rows.length < MIN_ROWS) return false;
  const width = Math.max(...side.map(({ right }) => right)) - Math.min(...side.map(({ left }) => left));
  const filled = rows.map((row) => row.reduce((sum, { left, right }) => sum + right - left, 0));
  return median(filled) >= MIN_FILLED_SHARE * width && median(side.map(({ text }) => text.length)) >= MIN_CHARACTERS;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
