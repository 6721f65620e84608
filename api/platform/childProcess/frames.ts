import type { Readable } from 'node:stream';

/** A message between this process and a program starts with its length, an unsigned integer, the first byte highest. */
const HEADER_BYTES = 4;

export function createHeader(message: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt32BE(message.length);
  return header;
}

/** Calls `onMessage` for each message of a stream. Stops after `maxBytes`, so that the writer cannot fill this process's memory. */
export function readFrames(
  stream: Readable,
  maxBytes: number,
  { onMessage, onLimit }: { onMessage: (message: Buffer) => void; onLimit: () => void },
): void {
  let received = 0;
  let pending: Buffer[] = [];
  let [available, wanted, isHeader] = [0, HEADER_BYTES, true];
  stream.on('error', () => undefined);
  stream.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > maxBytes) {
      stream.destroy();
      return onLimit();
    }
    pending.push(chunk);
    available += chunk.length;
    while (available >= wanted) {
      const bytes = pending.length === 1 ? pending[0]! : Buffer.concat(pending);
      const [part, rest] = [bytes.subarray(0, wanted), bytes.subarray(wanted)];
      pending = [rest];
      available = rest.length;
      wanted = isHeader ? part.readUInt32BE() : HEADER_BYTES;
      if (!isHeader) onMessage(part);
      isHeader = !isHeader;
    }
  });
}
