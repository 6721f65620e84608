/** Draws a file into a tree that scrolls in `scroller`; rejects if the file cannot be drawn. */
export type Draw = (root: HTMLElement, bytes: Blob, scroller: HTMLElement) => Promise<Drawing>;

/** A document that was drawn into a tree. */
export interface Drawing {
  /** Draws the parts that are drawn only near the view. */
  drawAll(): Promise<void>;
  /** Draws and returns a slide by its number, from 1; `null` for a document without slides. */
  getSlide(slide: number): HTMLElement | null;
  dispose(): void;
}
