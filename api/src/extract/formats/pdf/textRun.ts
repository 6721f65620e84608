/** A text run: text that a file draws at once. Its position is in points from the page's upper left corner. */
export interface TextRun {
  text: string;
  x: number;
  /** Baseline. */
  y: number;
  width: number;
  height: number;
  /** False for rotated text, such as a stamp along the margin. */
  upright: boolean;
  endsLine: boolean;
  /** Of a font that is written from top to bottom: the height of all its signs. `y` is their upper end then. */
  columnHeight?: number;
}
