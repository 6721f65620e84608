import type { ByteRange } from '#api/storage/blobs/blobs.ts';

/** A range with at most 15 digits a number, more than the size of any file has. */
const RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The part of `size` bytes that a Range header asks for (RFC 9110, 14.2): `whole` without a header or for one that AVA
 * ignores, such as several ranges; `outside` if no byte is in it.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'whole' | 'outside' {
  const [, first = '', last = ''] = RANGE.exec(header ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return 'whole';
  return start > end ? 'outside' : { start, end };
}
