/** The child's side of `runProgram.ts`. */
import { writeSync } from 'node:fs';
import { createHeader, readFrames } from './frames.ts';

/** File descriptor of a program's messages. */
export const OUTPUT_FD = 3;

/** Waits for the request. The process ends with its parent, which keeps its end of the pipe open while it is alive. */
export function receiveRequest(): Promise<Buffer> {
  process.stdin.on('close', () => process.exit());
  return new Promise((onMessage) => readFrames(process.stdin, Infinity, { onMessage, onLimit: () => undefined }));
}

/** Blocks until the parent reads, so that messages do not fill this process's memory. */
export function sendMessage(message: Uint8Array): void {
  for (const bytes of [createHeader(message), message])
    for (let offset = 0; offset < bytes.length;) offset += writeSync(OUTPUT_FD, bytes, offset);
}
