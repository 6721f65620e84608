import { encodePng } from './encodePng.ts';

/** A gray PNG of the given size in pixels, with a darker line every eight rows. */
export function makePng(width: number, height: number): Uint8Array {
  const rows = Array.from({ length: height }, (_, row) => [0, ...Array<number>(width).fill(row % 8 === 0 ? 90 : 230)]);
  return encodePng(width, height, 'gray', Buffer.from(rows.flat()));
}
