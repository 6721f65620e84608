import { writeFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';

/**
 * Draws AVA's mark, an A whose bar is a point, as the two icons Teams asks for: `node appPackage/icons.ts`.
 * env/sandbox/teams/page/ava.svg is the same drawing for pages.
 */

type Point = readonly [x: number, y: number];
type Pixel = readonly [red: number, green: number, blue: number, alpha: number];

/** The mark's measures on a field of 192 × 192, the size of the colour icon. */
const FIELD = 192;
const STROKE = 20;
const left: Point = [54, 138];
const apex: Point = [96, 50];
const right: Point = [138, 138];
const bar = { centre: [96, 122] as Point, radius: 13 };

const WHITE = [255, 255, 255] as const;
const LIGHT = [123, 131, 235] as const;
const DEEP = [61, 62, 120] as const;

/** 192 × 192: the mark on AVA's ground. Teams rounds the corners itself, so the ground goes to the edge. */
export function colourIcon(): Buffer {
  return png(FIELD, (point) => {
    const along = (point[0] + point[1]) / (2 * FIELD);
    const ink = coverage(distanceToMark(point));
    return [...mix(mix(LIGHT, DEEP, along), WHITE, ink), 255];
  });
}

/** 32 × 32: white on transparent, the mark as large as the field allows, because Teams adds its own margin. */
export function outlineIcon(): Buffer {
  const size = 32;
  const margin = 2;
  const scale = (138 + STROKE / 2 - (50 - STROKE / 2)) / (size - 2 * margin);
  return png(size, ([x, y]) => {
    const point: Point = [96 + (x - size / 2) * scale, 94 + (y - size / 2) * scale];
    return [...WHITE, Math.round(255 * coverage(distanceToMark(point) / scale))];
  });
}

/** Distance to the edge of the mark; negative inside. */
function distanceToMark(point: Point): number {
  const legs = Math.min(distanceToLine(point, left, apex), distanceToLine(point, apex, right)) - STROKE / 2;
  return Math.min(legs, distance(point, bar.centre) - bar.radius);
}

function distanceToLine(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const along = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy);
  const at = Math.min(1, Math.max(0, along));
  return distance(point, [from[0] + at * dx, from[1] + at * dy]);
}

function distance([x, y]: Point, [otherX, otherY]: Point): number {
  return Math.hypot(x - otherX, y - otherY);
}

/** How much of a pixel is covered, from the distance in pixels between its centre and the edge. */
function coverage(distanceInPixels: number): number {
  return Math.min(1, Math.max(0, 0.5 - distanceInPixels));
}

function mix(from: readonly number[], to: readonly number[], share: number): [number, number, number] {
  const part = (index: number) => Math.round((from[index] ?? 0) * (1 - share) + (to[index] ?? 0) * share);
  return [part(0), part(1), part(2)];
}

/** A square PNG (ISO/IEC 15948) of 8-bit RGBA. `colourAt` is asked for the centre of each pixel. */
function png(size: number, colourAt: (point: Point) => Pixel): Buffer {
  const scanlines = Buffer.alloc(size * (1 + size * 4));
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      scanlines.set(colourAt([x + 0.5, y + 0.5]), y * (1 + size * 4) + 1 + x * 4);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits a channel, colour with alpha.
  header.set([8, 6], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(scanlines)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

if (import.meta.main) {
  writeFileSync(new URL('color.png', import.meta.url), colourIcon());
  writeFileSync(new URL('outline.png', import.meta.url), outlineIcon());
}
