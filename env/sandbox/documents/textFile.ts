import iconv from 'iconv-lite';

/** Encodes text in an encoding of iconv-lite; `mark` adds a byte order mark. */
export function makeText(text: string, encoding = 'utf-8', options: { mark?: boolean } = {}): Uint8Array {
  return iconv.encode(text, encoding, { addBOM: options.mark ?? false });
}
