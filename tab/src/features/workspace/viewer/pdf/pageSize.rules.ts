/** Width and height of a page at scale 1, in pixels. */
export interface PageSize {
  width: number;
  height: number;
}

export const ZOOM_STEP = 1.25;
const ZOOM_LEAST = 0.5;
const ZOOM_MOST = 4;
/** Browsers refuse larger canvases, and phones have little memory. */
const CANVAS_MOST_PIXELS = 16_000_000;

export function zoomed(zoom: number, way: 'in' | 'out'): number {
  const next = way === 'in' ? zoom * ZOOM_STEP : zoom / ZOOM_STEP;
  return Math.min(ZOOM_MOST, Math.max(ZOOM_LEAST, Math.round(next * 100) / 100));
}

export function mayZoom(zoom: number, way: 'in' | 'out'): boolean {
  return way === 'in' ? zoom < ZOOM_MOST : zoom > ZOOM_LEAST;
}

/** The scale at which a page fills the width there is; `zoom` 1 is exactly that. */
export function scaleOf(size: PageSize, widthPx: number, zoom: number): number {
  return Math.max(0.1, (widthPx / size.width) * zoom);
}

/** Pixels of the canvas for one of the page, as sharp as the screen as far as a canvas may be so large. */
export function canvasRatio(size: PageSize, scale: number, deviceRatio: number): number {
  const pixels = size.width * size.height * scale * scale;
  return Math.min(deviceRatio, Math.sqrt(CANVAS_MOST_PIXELS / pixels));
}

/** The pages to look for a passage on: the cited one, those beside it, and only without one all of them. */
export function pagesToSearch(page: number | undefined, pages: number): number[] {
  if (page === undefined) return Array.from({ length: pages }, (_, at) => at + 1);
  return [page, page + 1, page - 1].filter((each) => each >= 1 && each <= pages);
}
