import { writeSync } from 'node:fs';
import { ExtractionError } from '../errors.ts';
import type { ChildMessage } from './messages.ts';

/** File descriptor for the child's messages, one per line. The parent counts the bytes. */
export const OUTPUT_FD = 3;

/** Writes messages to the parent. Writing blocks until the parent reads, so that parts do not fill this process's memory. */
export interface MessageWriter {
  /** Throws `too_big_inside` above the output limit. */
  write(message: ChildMessage): void;
  /** Writes the last message, regardless of the limit. */
  writeLast(message: ChildMessage): void;
}

export function createMessageWriter(maxBytes: number): MessageWriter {
  let writtenBytes = 0;
  const writeLine = (line: Buffer) => {
    for (let offset = 0; offset < line.length;) offset += writeSync(OUTPUT_FD, line, offset);
  };
  return {
    write(message) {
      const line = toLine(message);
      writtenBytes += line.length;
      if (writtenBytes > maxBytes)
        throw new ExtractionError('too_big_inside', { cause: `more than ${maxBytes} bytes` });
      writeLine(line);
    },
    writeLast: (message) => writeLine(toLine(message)),
  };
}

function toLine(message: ChildMessage): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}
