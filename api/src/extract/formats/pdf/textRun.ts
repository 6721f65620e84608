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
  /**
   * For a font that is written from top to bottom: the height of all characters of the run. `y` is then their upper
   * end.
   */
  columnHeight?: number;
}
