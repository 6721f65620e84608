import { writeSync } from 'node:fs';
import { ExtractionError } from '../errors.ts';
import { OUTPUT_FD, type ChildMessage } from './messages.ts';

/** The way out of a child. Writing waits until the parent has taken it, so that parts do not pile up here. */
export interface MessageWriter {
  /** Throws `too_big_inside` when more has come out than may. */
  write(message: ChildMessage): void;
  /** Writes why there is nothing more, whatever has come out before. */
  writeLast(message: ChildMessage): void;
}

export function createMessageWriter(maxBytes: number): MessageWriter {
  let written = 0;
  const writeLine = (line: Buffer) => {
    for (let at = 0; at < line.length;) at += writeSync(OUTPUT_FD, line, at);
  };
  return {
    write(message) {
      const line = lineOf(message);
      written += line.length;
      if (written > maxBytes) throw new ExtractionError('too_big_inside', { cause: `more than ${maxBytes} bytes` });
      writeLine(line);
    },
    writeLast: (message) => writeLine(lineOf(message)),
  };
}

function lineOf(message: ChildMessage): Buffer {
  return Buffer.from(`${JSON.stringify(message)}\n`);
}
