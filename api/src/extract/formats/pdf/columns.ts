/** Text of one line without a wide gap in it, in points from the page's upper left corner. */
export interface Segment {
  text: string;
  left: number;
  right: number;
  /** Baseline. */
  y: number;
  height: number;
  upright: boolean;
  /** The file ends a line here. */
  endsLine: boolean;
}

/** Fewer lines side by side are a caption or a header, not columns. */
const MIN_ROWS = 4;
/** A page of the densest newspaper has about a thousand. */
const MAX_SEGMENTS = 4_000;
/** Five columns are the most a page of print has. */
export const MAX_GUTTERS = 4;
/** Lines of prose fill their column and are long; cells of a table are short. */
const MIN_FILLED_SHARE = 0.6;
const MIN_CHARACTERS = 18;
/** A page whose text jumps upwards this often is drawn in no order. */
const MAX_JUMP_SHARE = 0.4;

/**
 * Where two columns of prose part, as an x in points; `null` where the page has one column, or a table.
 * It is the x that lies in the most gaps between neighbours on one line.
 */
export function findGutter(segments: Segment[]): number | null {
  if (segments.length > MAX_SEGMENTS) return null;
  const gaps = gapsBetweenNeighbours(segments);
  if (gaps.length < MIN_ROWS) return null;
  const middles = gaps.map(([from, to]) => (from + to) / 2);
  const { gutter, most } = mostCovered(middles, gaps);
  if (most < MIN_ROWS || most < gaps.length / MAX_GUTTERS) return null;
  const left = segments.filter((segment) => segment.right <= gutter);
  const right = segments.filter((segment) => segment.left >= gutter);
  return isProse(left) && isProse(right) ? gutter : null;
}

/** The x of these that lies in the most gaps: those that have begun before it, less those that have ended. */
function mostCovered(xs: number[], gaps: [from: number, to: number][]): { gutter: number; most: number } {
  const begins = gaps.map(([from]) => from).toSorted((one, other) => one - other);
  const ends = gaps.map(([, to]) => to).toSorted((one, other) => one - other);
  let [gutter, most, begun, ended] = [NaN, 0, 0, 0];
  for (const x of xs.toSorted((one, other) => one - other)) {
    while (begun < begins.length && begins[begun]! <= x) begun += 1;
    while (ended < ends.length && ends[ended]! < x) ended += 1;
    if (begun - ended > most) [gutter, most] = [x, begun - ended];
  }
  return { gutter, most };
}

/** Whether the text jumps back up the page so often that the order of drawing cannot be the order of reading. */
export function jumpsUpOften(segments: Segment[]): boolean {
  const jumps = segments.filter((segment, index) => {
    const next = segments[index + 1];
    return next && segment.y - next.y > 2.5 * segment.height;
  });
  return segments.length >= 8 && jumps.length > MAX_JUMP_SHARE * segments.length;
}

/** Lines from top to bottom, the segments of each from left to right. */
export function groupIntoRows(segments: Segment[]): Segment[][] {
  const rows: Segment[][] = [];
  for (const segment of segments.toSorted((one, other) => one.y - other.y)) {
    const row = rows.at(-1);
    if (row && isSameLine(row[0]!, segment)) row.push(segment);
    else rows.push([segment]);
  }
  return rows.map((row) => row.toSorted((one, other) => one.left - other.left));
}

export function isSameLine(one: { y: number; height: number }, other: { y: number; height: number }): boolean {
  return Math.abs(one.y - other.y) < 0.5 * Math.max(one.height, other.height, 1);
}

function gapsBetweenNeighbours(segments: Segment[]): [from: number, to: number][] {
  return groupIntoRows(segments).flatMap((row) =>
    row.flatMap((one, index): [number, number][] => {
      const next = row[index + 1];
      return next && next.left > one.right ? [[one.right, next.left]] : [];
    }),
  );
}

/** Whether the rows of one side of a gutter are filled with text, in one column or more. */
function isProse(side: Segment[]): boolean {
  const rows = groupIntoRows(side);
  if (rows.length < MIN_ROWS) return false;
  const width = Math.max(...side.map((one) => one.right)) - Math.min(...side.map((one) => one.left));
  const filled = rows.map((row) => row.reduce((sum, one) => sum + one.right - one.left, 0));
  return median(filled) >= MIN_FILLED_SHARE * width && median(side.map((one) => one.text.length)) >= MIN_CHARACTERS;
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
