import { assemblePdf } from './rawPdf.ts';

const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
const EAST_ASIAN = /[\u3040-\u9fff]/;

/**
 * A PDF of one page. Each line can be in another script. East Asian lines have no embedded font and use a standard
 * character map that a reader has to know; the font of other lines includes the map from its codes to characters.
 * Right-to-left lines are drawn from the left, as PDFs do.
 */
export function makeUnicodePdf(lines: readonly string[]): Uint8Array {
  const content = lines.map((line, index) => drawLine(line, 780 - index * 30)).join('\n');
  const names = toUnicodeMap(lines.join(''));
  return assemblePdf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 842 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R /F2 7 0 R >> >> >>',
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [6 0 R] >>',
      '<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>',
      '<< /Type /Font /Subtype /Type0 /BaseFont /Sans /Encoding /Identity-H /DescendantFonts [8 0 R] /ToUnicode 9 0 R >>',
      '<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Sans /DW 500 /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>',
      `<< /Length ${names.length} >>\nstream\n${names}\nendstream`,
    ],
    '/Root 1 0 R',
  );
}

function drawLine(line: string, y: number): string {
  const font = EAST_ASIAN.test(line) ? 'F1' : 'F2';
  const drawn = RIGHT_TO_LEFT.test(line) ? [...line].toReversed().join('') : line;
  return `BT /${font} 12 Tf 40 ${y} Td <${toHex(drawn)}> Tj ET`;
}

/**
 * The map from the codes of a font to characters (ISO 32000-1, 9.10.3). Here, each code is the number of its character.
 */
function toUnicodeMap(text: string): string {
  const codes = [...new Set(text)].map((character) => `<${toHex(character)}> <${toHex(character)}>`);
  return [
    '/CIDInit /ProcSet findresource begin begincmap /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    `${codes.length} beginbfchar ${codes.join(' ')} endbfchar`,
    'endcmap end',
  ].join('\n');
}

/** UTF-16, most significant byte first. */
function toHex(text: string): string {
  return Buffer.from(text, 'utf16le').swap16().toString('hex');
}
