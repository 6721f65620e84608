import { listPictures } from './pictures.ts';

/** A picture as a PDF writes it: an object with a dictionary and a stream. */
const picture = (id: number, width: number, height: number, more = '') =>
  `${id} 0 obj\n<< /Type /XObject ${more} /Subtype /Image /Width ${width} /Height ${height} >>\nstream\n0\nendstream\nendobj\n`;

const list = (...objects: string[]) => listPictures(Buffer.from(`%PDF-1.7\n${objects.join('')}`, 'latin1'));

it.each<[string, string[], number[]]>([
  ['each picture counts once', [picture(4, 300, 200), picture(5, 100, 100)], [60_000, 10_000]],
  ['bullets, rules and icons do not count', [picture(4, 300, 20), picture(5, 63, 400), picture(6, 64, 64)], [4_096]],
  ['a mask in one color does not count', [picture(4, 300, 200, '/ImageMask true')], []],
  [
    'the transparency of a picture is no picture, wherever it stands',
    [picture(4, 300, 200), picture(5, 300, 200, '/SMask 4 0 R'), picture(6, 90, 90, '/Mask 7 0 R'), picture(7, 90, 90)],
    [60_000, 8_100],
  ],
  ['a dictionary without a size does not count', ['4 0 obj\n<< /Subtype /Image >>\nstream\n'], []],
])('%s', (_, objects, pixels) => {
  expect(list(...objects).map((each) => each.pixels)).toEqual(pixels);
});
