import type { Readable } from 'node:stream';

const LINE_FEED = 0x0a;

/**
 * Calls `onLine` for each line of a stream. Stops after `maxBytes`, so that the writer cannot fill this process's memory.
 */
export function readLines(
  stream: Readable,
  maxBytes: number,
  { onLine, onLimit }: { onLine: (line: string) => void; onLimit: () => void },
): void {
  let received = 0;
  let pending: Buffer[] = [];
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) {
      stream.destroy();
      return onLimit();
    }
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
      pending.push(chunk.subarray(start, end));
      onLine(Buffer.concat(pending).toString('utf8'));
      pending = [];
      start = end + 1;
    }
    if (start < chunk.length) pending.push(chunk.subarray(start));
  });
}
