import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { TextPart } from '#contract/files/locations.ts';
import type { UnreadCounts } from '#contract/files/unread.ts';
import { detectLegacyEncoding } from './legacyEncoding.ts';
import { tidyText } from './tidyText.ts';
import { ExtractionError } from '#api/extract/errors.ts';
import type { FormatContext, Summary } from './format.ts';
import type { Limits } from '#api/extract/limits.ts';

/** Number of bytes that show whether a file is text, and whether its characters have two bytes. */
const SAMPLE_BYTES = 65_536;
/**
 * Above this share of control characters, bytes are not text: random bytes contain about 10 %, logs with color codes
 * less than 1 %.
 */
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
export async function* readText(bytes: Buffer, { limits, unread }: FormatContext): AsyncGenerator<TextPart, Summary> {
  const text = tidyText(decodeText(bytes, limits, unread));
  if (text) yield { location: { kind: 'whole' }, text };
  return { pages: null };
}

/**
 * Decodes text of any encoding. Throws ExtractionError if it is not text, or too much text. @param unread counts the
 * characters that its encoding does not have
 */
export function decodeText(bytes: Buffer, limits: Pick<Limits, 'outputBytes'>, unread?: UnreadCounts): string {
  const encoding = detectEncoding(bytes);
  if (encoding === null) throw new ExtractionError('broken', { reason: 'The file is not text.' });
  if (bytes.length / (bytesPerCharacter[encoding] ?? 1) > limits.outputBytes)
    throw new ExtractionError('too_big_inside');
  const text = iconv.decode(bytes, encoding);
  unread?.add('character', text.split('\ufffd').length - 1);
  return text;
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

function getControlShare(sample: Buffer): number {
  let controls = 0;
  for (const byte of sample) if (byte < 0x20 && !(byte >= 0x08 && byte <= 0x0d) && byte !== 0x1b) controls += 1;
  return controls / Math.max(1, sample.length);
}
