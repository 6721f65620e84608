import { createRandom } from '#sandbox/random.ts';

const PIECE_BYTES = 65_536;
/** Numbers are padded to this many digits, so that the size of the PDF does not depend on their values. */
const DIGITS = 10;

export type LargePdf = {
  /** Bytes. */
  size: number;
  /** The bytes from `start` up to, but not including, `end`, in pieces of at most 64 KB. */
  read(start: number, end: number): Generator<Uint8Array>;
};

/**
 * A valid PDF of exactly `size` bytes that is never in memory as a whole: its pages are short, and the rest is a stream
 * that no page refers to, like a scanner's thumbnails. Latin letters only. Throws if `size` is too small for the pages.
 */
export function makeLargePdf(size: number, pages: string[]): LargePdf {
  const objects = makeObjects(pages);
  const offsets: number[] = [];
  let head = '%PDF-1.4\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(head.length);
    head += `${index + 1} 0 obj\n${object}\nendobj\n`;
  }
  offsets.push(head.length);
  const opening = (length: number) => `${offsets.length} 0 obj\n<< /Length ${padNumber(length)} >>\nstream\n`;
  const closing = '\nendstream\nendobj\n';
  const fixedSize = head.length + opening(0).length + closing.length;
  const fillingSize = size - fixedSize - makeCrossReferenceTable(offsets, 0).length;
  if (fillingSize < 0) throw new Error(`A PDF of ${pages.length} pages does not fit into ${size} bytes.`);
  const front = Buffer.from(head + opening(fillingSize), 'latin1');
  const back = Buffer.from(closing + makeCrossReferenceTable(offsets, fixedSize + fillingSize), 'latin1');
  return { size, read: (start, end) => readPieces({ front, fillingSize, back }, start, Math.min(end, size)) };
}

function* readPieces(
  { front, fillingSize, back }: { front: Buffer; fillingSize: number; back: Buffer },
  start: number,
  end: number,
): Generator<Uint8Array> {
  const backOffset = front.length + fillingSize;
  for (let offset = start; offset < end;) {
    const piece =
      offset < front.length
        ? front.subarray(offset)
        : offset < backOffset
          ? readFilling(offset - front.length, backOffset - offset)
          : back.subarray(offset - backOffset);
    yield piece.subarray(0, end - offset);
    offset += Math.min(piece.length, end - offset);
  }
}

const filling = makeFilling();

function readFilling(offset: number, left: number): Buffer {
  const from = offset % PIECE_BYTES;
  return filling.subarray(from, Math.min(PIECE_BYTES, from + left));
}

/** Letters only: a parser that repairs a damaged file by searching for keywords finds none here. */
function makeFilling(): Buffer {
  const random = createRandom('scanned thumbnails');
  return Buffer.from(Array.from({ length: PIECE_BYTES }, () => 65 + random.below(26)));
}

function makeObjects(pages: string[]): string[] {
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

function makeCrossReferenceTable(offsets: number[], tableOffset: number): string {
  const rows = offsets.map((offset) => `${padNumber(offset)} 00000 n \n`).join('');
  const count = offsets.length + 1;
  return `xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${padNumber(tableOffset)}\n%%EOF`;
}

function padNumber(number: number): string {
  return String(number).padStart(DIGITS, '0');
}
