import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import type { TextPart } from '../../../contract/locations.ts';
import { cleanText } from './cleanText.ts';
import { ExtractionError } from '../errors.ts';
import type { FormatContext, Summary } from './formats.ts';

/** chardet needs 26 ms for this much and gains nothing from more. */
const SAMPLE_BYTES = 65_536;
/** Random bytes have about ten in a hundred; logs with colour codes stay below one. */
const MAX_CONTROL_SHARE = 0.02;

const marks: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe, 0x00, 0x00], 'utf-32le'],
  [[0x00, 0x00, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const bytesPerCharacter: Record<string, number> = { 'utf-16le': 2, 'utf-16be': 2, 'utf-32le': 4, 'utf-32be': 4 };

/** Plain text of any encoding as one part. */
export async function* readText(bytes: Buffer, { limits }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const encoding = detectEncoding(bytes);
  if (encoding === null) throw new ExtractionError('broken', { reason: 'The file is not text.' });
  if (bytes.length / (bytesPerCharacter[encoding] ?? 1) > limits.outputBytes)
    throw new ExtractionError('too_big_inside');
  const text = cleanText(iconv.decode(bytes, encoding));
  if (text) yield { location: { kind: 'whole' }, text };
  return { pages: null };
}

/** The encoding of bytes that are text, by a name iconv-lite knows; `null` for bytes that are not. */
export function detectEncoding(bytes: Buffer): string | null {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (marked) return marked[1];
  if (bytes.includes(0)) return wideEncodingOf(bytes.subarray(0, SAMPLE_BYTES));
  if (controlShare(bytes.subarray(0, SAMPLE_BYTES)) > MAX_CONTROL_SHARE) return null;
  return isUtf8(bytes) ? 'utf-8' : legacyEncodingOf(bytes);
}

/** UTF-16 without a mark: in text that is mostly Latin every second byte is NUL, and only every second. */
function wideEncodingOf(sample: Buffer): string | null {
  const nuls = [0, 0];
  for (let index = 0; index < sample.length; index += 1) if (sample[index] === 0) nuls[index % 2]! += 1;
  const [even, odd] = nuls.map((count) => count / (sample.length / 2)) as [number, number];
  if (odd > 0.6 && even < 0.05) return 'utf-16le';
  return even > 0.6 && odd < 0.05 ? 'utf-16be' : null;
}

function legacyEncodingOf(bytes: Buffer): string {
  // The first letter outside ASCII may stand far inside; a sample without any would tell nothing.
  const telling = bytes.findIndex((byte) => byte >= 0x80);
  const from = Math.max(0, telling - SAMPLE_BYTES / 2);
  const guess = chardet.detect(bytes.subarray(from, from + SAMPLE_BYTES));
  // Windows-1252 is ISO-8859-1 with printable characters where that has control codes; files called the one are the other.
  return guess && guess !== 'ISO-8859-1' && iconv.encodingExists(guess) ? guess : 'windows-1252';
}

function controlShare(sample: Buffer): number {
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls += 1;
  return controls / Math.max(1, sample.length);
}
