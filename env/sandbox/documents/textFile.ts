import iconv from 'iconv-lite';

/** Text in an encoding iconv-lite knows, with a byte order mark where asked. */
export function makeText(text: string, encoding = 'utf-8', options: { mark?: boolean } = {}): Uint8Array {
  return iconv.encode(text, encoding, { addBOM: options.mark ?? false });
}
