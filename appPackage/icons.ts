import { writeFileSync } from 'node:fs';
import { encodePng } from '#sandbox/documents/encodePng.ts';

/**
 * Draws AVA's logo, an A with a dot for its bar, as the two icons that Teams requires: `node appPackage/icons.ts`.
 * env/sandbox/teams/page/ava.svg is the same logo for pages.
 */

type Point = readonly [x: number, y: number];
type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** The logo's measures on a field of 192 × 192, the size of the color icon. */
const FIELD = 192;
const STROKE = 20;
const left: Point = [54, 138];
const apex: Point = [96, 50];
const right: Point = [138, 138];
const dot = { center: [96, 122] as Point, radius: 13 };

const WHITE = [255, 255, 255] as const;
const LIGHT = [123, 131, 235] as const;
const DARK = [61, 62, 120] as const;

/** 192 × 192: the logo on AVA's background. Teams rounds the corners, so the background fills the square. */
export function drawColorIcon(): Buffer {
  return png(FIELD, (point) => {
    const gradient = (point[0] + point[1]) / (2 * FIELD);
    const opacity = getCoverage(distanceToLogo(point));
    return [...mix(mix(LIGHT, DARK, gradient), WHITE, opacity), 255];
  });
}

/** 32 × 32: white on transparent. The logo is as large as possible, because Teams adds a margin. */
export function drawOutlineIcon(): Buffer {
  const size = 32;
  const margin = 2;
  const scale = (138 + STROKE / 2 - (50 - STROKE / 2)) / (size - 2 * margin);
  return png(size, ([x, y]) => {
    const point: Point = [96 + (x - size / 2) * scale, 94 + (y - size / 2) * scale];
    return [...WHITE, Math.round(255 * getCoverage(distanceToLogo(point) / scale))];
  });
}

/** Distance to the edge of the logo; negative inside. */
function distanceToLogo(point: Point): number {
  const legs = Math.min(distanceToLine(point, left, apex), distanceToLine(point, apex, right)) - STROKE / 2;
  return Math.min(legs, distance(point, dot.center) - dot.radius);
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const projection = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy);
  const share = Math.min(1, Math.max(0, projection));
  return distance(point, [from[0] + share * dx, from[1] + share * dy]);
}

function distance([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.hypot(x - otherX, y - otherY);
}

/** Share of a pixel that is covered, from the distance in pixels between its center and the edge. */
function getCoverage(distanceInPixels: number): number {
  return Math.min(1, Math.max(0, 0.5 - distanceInPixels));
}

function mix(from: readonly number[], to: readonly number[], share: number): [number, number, number] {
  const part = (index: number) => Math.round((from[index] ?? 0) * (1 - share) + (to[index] ?? 0) * share);
  return [part(0), part(1), part(2)];
}

/** A square PNG. `getColor` is called with the center of each pixel. */
function png(size: number, getColor: (point: Point) => Pixel): Buffer {
  const scanlines = Buffer.alloc(size * (1 + size * 4));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      scanlines.set(getColor([x + 0.5, y + 0.5]), y * (1 + size * 4) + 1 + x * 4);
    }
  }
  return encodePng(size, size, 'rgba', scanlines);
}

if (import.meta.main) {
  writeFileSync(new URL('color.png', import.meta.url), drawColorIcon());
  writeFileSync(new URL('outline.png', import.meta.url), drawOutlineIcon());
}
