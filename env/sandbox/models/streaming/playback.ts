import type { ServerResponse } from 'node:http';

import { TICK_MS } from './pacer.ts';
import type { Pacer } from './pacer.ts';

/** How a stream is sent: its lines, their pace, and how it ends. */
export type Plan = {
  frames: Iterator<string, void>;
  /** Milliseconds from line to line; 0 sends as fast as the reader reads. */
  ms: number;
  /** Bytes of body after which the socket is destroyed. */
  cutAfterBytes?: number;
};

/** Lines a beat may carry when there is no pace to keep. */
const UNPACED_LINES = 256;

/**
 * Writes the plan's lines at their pace and resolves with the number of lines written, when the stream has ended, was cut
 * as planned, or was closed by the client. A slow reader is waited for; a closed one stops the work at once.
 */
export function play(
  res: ServerResponse,
  { frames, ms, cutAfterBytes = Infinity }: Plan,
  pacer: Pacer,
): Promise<number> {
  const perBeat = ms === 0 ? UNPACED_LINES : Math.max(1, Math.round(TICK_MS / ms));
  return new Promise((resolve) => {
    let lines = 0;
    let bytes = 0;

    function write(line: string): boolean {
      lines += 1;
      const buffer = Buffer.from(line);
      const left = cutAfterBytes - bytes;
      bytes += buffer.length;
      if (buffer.length < left) {
        res.write(buffer);
        return true;
      }
      res.write(buffer.subarray(0, left), () => res.socket?.destroy());
      return false;
    }

    function beat(): boolean {
      for (let count = 0; count < perBeat; count += 1) {
        if (res.writableNeedDrain) return true;
        const next = frames.next();
        if (next.done) {
          res.end();
          return false;
        }
        if (!write(next.value)) return false;
      }
      return true;
    }

    const first = frames.next();
    const goesOn = first.done ? (res.end(), false) : write(first.value);
    const stop = goesOn ? pacer.every(ms, beat) : () => undefined;
    res.once('close', () => {
      stop();
      resolve(lines);
    });
  });
}
