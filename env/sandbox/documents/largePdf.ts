import { randomFrom } from '../random.ts';

const PIECE_BYTES = 65_536;
/** Numbers inside the file are written this wide, so that its parts have lengths known before their contents. */
const DIGITS = 10;

export type LargePdf = {
  /** Bytes. */
  size: number;
  /** The bytes from `start` up to, not including, `end`, in pieces of at most 64 KB. */
  read(start: number, end: number): Generator<Uint8Array>;
};

/**
 * A real PDF of exactly `size` bytes that is never whole in memory: its pages are short, the rest is a stream that no
 * page refers to, as a scanner's thumbnails are. Only Latin letters. Throws where `size` is too small for the pages.
 */
export function makeLargePdf(size: number, pages: string[]): LargePdf {
  const objects = objectsOf(pages);
  const offsets: number[] = [];
  let head = '%PDF-1.4\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(head.length);
    head += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  offsets.push(head.length);
  const opening = (length: number) => `${offsets.length} 0 obj\n<< /Length ${wide(length)} >>\nstream\n`;
  const closing = '\nendstream\nendobj\n';
  const bare = head.length + opening(0).length + closing.length;
  const filling = size - bare - table(offsets, 0).length;
  if (filling < 0) throw new Error(`A PDF of ${pages.length} pages does not fit into ${size} bytes.`);
  const front = Buffer.from(head + opening(filling), 'latin1');
  const back = Buffer.from(closing + table(offsets, bare + filling), 'latin1');
  return { size, read: (start, end) => pieces({ front, filling, back }, start, Math.min(end, size)) };
}

function* pieces(
  { front, filling, back }: { front: Buffer; filling: number; back: Buffer },
  start: number,
  end: number,
): Generator<Uint8Array> {
  const backAt = front.length + filling;
  for (let at = start; at < end;) {
    const piece =
      at < front.length
        ? front.subarray(at)
        : at < backAt
          ? noise(at - front.length, backAt - at)
          : back.subarray(at - backAt);
    yield piece.subarray(0, end - at);
    at += Math.min(piece.length, end - at);
  }
}

const pattern = patternOf();

function noise(offset: number, left: number): Buffer {
  const from = offset % PIECE_BYTES;
  return pattern.subarray(from, Math.min(PIECE_BYTES, from + left));
}

/** Letters only: a reader that mends a damaged file by searching for keywords finds none here. */
function patternOf(): Buffer {
  const random = randomFrom('scanned thumbnails');
  return Buffer.from(Array.from({ length: PIECE_BYTES }, () => 65 + random.below(26)));
}

function objectsOf(pages: string[]): string[] {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const fixed = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  return fixed.concat(
    pages.flatMap((text, index) => {
      const content = `BT /F1 11 Tf 60 760 Td (${text.replace(/[()\\]/g, '\\$&')}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  );
}

function table(offsets: number[], at: number): string {
  const rows = offsets.map((offset) => `${wide(offset)} 00000 n \n`).join('');
  const count = offsets.length + 1;
  return `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${wide(at)}\n%%EOF`;
}

function wide(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
