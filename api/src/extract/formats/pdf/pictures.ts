/** Smaller pictures are bullets, rules and icons. */
const MIN_SIDE = 64;
/** Maximum length of the dictionary of a picture. The bytes of the picture come after it. */
const MAX_DICTIONARY = 2_000;
const WIDTH = /\/Width\s{1,4}(\d{1,7})/;
const HEIGHT = /\/Height\s{1,4}(\d{1,7})/;
const IMAGE = /\/Subtype\s{0,4}\/Image\b/g;

interface Picture {
  id: string | null;
  pixels: number;
}

/**
 * The pictures of a PDF, without masks and small ones. Reads their dictionaries from the bytes: each picture is a stream, whose
 * dictionary is neither compressed nor encrypted (ISO 32000-1, 7.5.7), and pdf.js would decode every picture of a page.
 */
export function listPictures(bytes: Buffer): Picture[] {
  const source = bytes.toString('latin1');
  const masks = new Set<string>();
  const pictures: Picture[] = [];
  for (const { index } of source.matchAll(IMAGE)) {
    const before = source.slice(Math.max(0, index - MAX_DICTIONARY), index);
    const after = source.slice(index, index + MAX_DICTIONARY);
    const start = before.lastIndexOf(' obj');
    const end = after.indexOf('stream');
    const dictionary = before.slice(start < 0 ? undefined : start) + after.slice(0, end < 0 ? undefined : end);
    const mask = /\/S?Mask\s{1,4}(\d{1,10})\s/.exec(dictionary)?.[1];
    if (mask !== undefined) masks.add(mask);
    const [width, height] = [WIDTH, HEIGHT].map((side) => Number(side.exec(dictionary)?.[1] ?? 0)) as [number, number];
    if (/\/ImageMask\s{0,4}true/.test(dictionary) || Math.min(width, height) < MIN_SIDE) continue;
    const id = /(\d{1,10})\s\d{1,5}$/.exec(before.slice(0, Math.max(0, start)).slice(-20))?.[1] ?? null;
    pictures.push({ id, pixels: width * height });
  }
  return pictures.filter(({ id }) => id === null || !masks.has(id));
}
