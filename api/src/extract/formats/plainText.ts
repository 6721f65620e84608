import { isUtf8 } from 'node:buffer';
import chardet from 'chardet';
import iconv from 'iconv-lite';
import type { TextPart } from '../../../contract/files/locations.ts';
import { cleanText } from './cleanText.ts';
import { ExtractionError } from '../errors.ts';
import type { FormatContext, Summary } from './formats.ts';
import type { Limits } from '../limits.ts';

/** chardet takes 26 ms for this sample and detects no more with a larger one. */
const SAMPLE_BYTES = 65_536;
/** Random bytes contain about 10 % control characters; logs with color codes less than 1 %. */
const MAX_CONTROL_SHARE = 0.02;

const byteOrderMarks: [bytes: number[], encoding: string][] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe, 0x00, 0x00], 'utf-32le'],
  [[0x00, 0x00, 0xfe, 0xff], 'utf-32be'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

const bytesPerCharacter: Record<string, number> = { 'utf-16le': 2, 'utf-16be': 2, 'utf-32le': 4, 'utf-32be': 4 };

/** Plain text of any encoding as one part. */
export async function* readText(bytes: Buffer, { limits }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const text = cleanText(decodeText(bytes, limits));
  if (text) yield { location: { kind: 'whole' }, text };
  return { pages: null };
}

/** Decodes text of any encoding. Throws ExtractionError if it is not text, or too much. */
export function decodeText(bytes: Buffer, limits: Pick<Limits, 'outputBytes'>): string {
  const encoding = detectEncoding(bytes);
  if (encoding === null) throw new ExtractionError('broken', { reason: 'The file is not text.' });
  if (bytes.length / (bytesPerCharacter[encoding] ?? 1) > limits.outputBytes)
    throw new ExtractionError('too_big_inside');
  return iconv.decode(bytes, encoding);
}

/** The encoding of text, by iconv-lite's name; `null` for bytes that are not text. */
export function detectEncoding(bytes: Buffer): string | null {
  const match = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte));
  if (match) return match[1];
  if (bytes.includes(0)) return detectWideEncoding(bytes.subarray(0, SAMPLE_BYTES));
  if (getControlShare(bytes.subarray(0, SAMPLE_BYTES)) > MAX_CONTROL_SHARE) return null;
  return isUtf8(bytes) ? 'utf-8' : detectLegacyEncoding(bytes);
}

/** Detects UTF-16 without a mark: in mostly Latin text, either the even or the odd bytes are NUL. */
function detectWideEncoding(sample: Buffer): string | null {
  const nuls = [0, 0];
  for (let index = 0; index < sample.length; index += 1) if (sample[index] === 0) nuls[index % 2]! += 1;
  const [even, odd] = nuls.map((count) => count / (sample.length / 2)) as [number, number];
  if (odd > 0.6 && even < 0.05) return 'utf-16le';
  return even > 0.6 && odd < 0.05 ? 'utf-16be' : null;
}

function detectLegacyEncoding(bytes: Buffer): string {
  // The sample must contain non-ASCII characters, and the first can be far from the start.
  const firstNonAscii = bytes.findIndex((byte) => byte >= 0x80);
  const start = Math.max(0, firstNonAscii - SAMPLE_BYTES / 2);
  const sample = bytes.subarray(start, start + SAMPLE_BYTES);
  const guess = chardet.detect(sample);
  // Files detected as ISO-8859-1 are usually Windows-1252, which has printable characters in place of control codes.
  if (!guess || guess === 'ISO-8859-1' || !iconv.encodingExists(guess)) return 'windows-1252';
  // Of a few words, an East Asian encoding is a guess that their bytes often refute. The sample can end inside a character.
  return iconv.decode(sample, guess).slice(0, -1).includes('\ufffd') ? 'windows-1252' : guess;
}

function getControlShare(sample: Buffer): number {
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls += 1;
  return controls / Math.max(1, sample.length);
}
