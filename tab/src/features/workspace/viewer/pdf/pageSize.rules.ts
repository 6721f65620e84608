/** Width and height of a page at scale 1, in pixels. */
export interface PageSize {
  width: number;
  height: number;
}

const ZOOM_STEP = 1.25;
const ZOOM_MIN = 0.5;
const ZOOM_MAX = 4;
/** Browsers reject larger canvases, and phones have little memory. */
const CANVAS_MAX_PIXELS = 16_000_000;

/** Smaller text is hard to read on a screen. */
const MIN_TEXT_PX = 12;
const MAX_FIRST_ZOOM = 2;

/**
 * The zoom with which a page opens: 1 fills the width; more if its text would be too small to read.
 * @param textSize size of most of its text at scale 1; 0 for a page without text
 */
export function getFirstZoom(size: PageSize, widthPx: number, textSize: number): number {
  const shown = textSize * getPageScale(size, widthPx, 1);
  return shown <= 0 ? 1 : Math.min(MAX_FIRST_ZOOM, Math.max(1, Math.ceil((100 * MIN_TEXT_PX) / shown) / 100));
}

export function stepZoom(zoom: number, way: 'in' | 'out'): number {
  const next = way === 'in' ? zoom * ZOOM_STEP : zoom / ZOOM_STEP;
  return Math.min(ZOOM_MAX, Math.max(ZOOM_MIN, Math.round(next * 100) / 100));
}

export function canZoom(zoom: number, way: 'in' | 'out'): boolean {
  return way === 'in' ? zoom < ZOOM_MAX : zoom > ZOOM_MIN;
}

/** Scale of a page; `zoom` 1 fills the available width. */
export function getPageScale(size: PageSize, widthPx: number, zoom: number): number {
  return Math.max(0.1, (widthPx / size.width) * zoom);
}

/** Canvas pixels per page pixel: the screen's resolution, limited by the maximum canvas size. */
export function getCanvasRatio(size: PageSize, scale: number, deviceRatio: number): number {
  const pixels = size.width * size.height * scale * scale;
  return Math.min(deviceRatio, Math.sqrt(CANVAS_MAX_PIXELS / pixels));
}

/** Pages to search for a passage: the cited page and its neighbors, or all pages without a cited page. */
export function getPagesToSearch(page: number | undefined, pages: number): number[] {
  if (page === undefined) return Array.from({ length: pages }, (_, index) => index + 1);
  return [page, page + 1, page - 1].filter((number) => number >= 1 && number <= pages);
}
