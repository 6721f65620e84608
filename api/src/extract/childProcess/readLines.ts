import type { Readable } from 'node:stream';

const LINE_FEED = 0x0a;

/**
 * Hands out the lines of a stream as they come. After more than `maxBytes` it reads no further, so that whoever writes
 * cannot fill this process's memory.
 */
export function readLines(
  stream: Readable,
  maxBytes: number,
  { line, tooMuch }: { line: (text: string) => void; tooMuch: () => void },
): void {
  let received = 0;
  let open: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) {
      stream.destroy();
      return tooMuch();
    }
    let from = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, from)) {
      open.push(chunk.subarray(from, end));
      line(Buffer.concat(open).toString('utf8'));
      open = [];
      from = end + 1;
    }
    if (from < chunk.length) open.push(chunk.subarray(from));
  });
}
