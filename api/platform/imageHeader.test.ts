import { parseImageHeader } from './imageHeader.ts';

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]),
  Buffer.from('IHDR'),
  Buffer.from([0, 0, 4, 0, 0, 0, 3, 0]),
]);
const gif = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([0x40, 0x01, 0xf0, 0x00])]);
const webp = (kind: string, size: string) =>
  Buffer.concat([Buffer.from(`RIFF\0\0\0\0WEBP${kind}\0\0\0\0`, 'latin1'), Buffer.from(size, 'hex')]);
const bmp = Buffer.concat([Buffer.from('BM'), Buffer.alloc(16), Buffer.from('2003000058020000', 'hex')]);
/** Two tags of the first directory: a height in 32 bits, and a width in 16. */
const tiff = Buffer.concat([
  Buffer.from('MM\0*\0\0\0\x08\0\x02', 'latin1'),
  Buffer.from('010100040000000100000258010000030000000103200000', 'hex'),
]);
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc2, 0, 11, 8, 0x02, 0x58, 0x03, 0x20, 3, 0, 0]);

it.each([
  ['a PNG', png, { type: 'PNG', width: 1_024, height: 768 }],
  ['a GIF', gif, { type: 'GIF', width: 320, height: 240 }],
  ['a JPEG', jpeg, { type: 'JPG', width: 800, height: 600 }],
  ['a BMP', bmp, { type: 'BMP', width: 800, height: 600 }],
  ['a TIFF', tiff, { type: 'TIF', width: 800, height: 600 }],
  ['a WebP', webp('VP8 ', '0000009d012a20035802'), { type: 'WEBP', width: 800, height: 600 }],
  ['a lossless WebP', webp('VP8L', '2f1fc39500'), { type: 'WEBP', width: 800, height: 600 }],
  ['an extended WebP', webp('VP8X', '000000001f0300570200'), { type: 'WEBP', width: 800, height: 600 }],
])('reads type and size of %s', (_, bytes, header) => {
  expect(parseImageHeader(bytes)).toEqual(header);
});

it.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('Tea is at four, and the cake is from Juniper Kitchen.')],
  ['an SVG', Buffer.from('<svg onload="alert(1)"></svg>')],
  ['a truncated PNG', png.subarray(0, 20)],
  ['a truncated TIFF', tiff.subarray(0, 14)],
  ['a truncated JPEG', jpeg.subarray(0, 10)],
  ['a JPEG without segments', Buffer.from([0xff, 0xd8, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])],
])('returns null for %s', (_, bytes) => {
  expect(parseImageHeader(bytes)).toBeNull();
});
