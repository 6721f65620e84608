import type { ServerResponse } from 'node:http';

import { TICK_MS } from './pacer.ts';
import type { Pacer } from './pacer.ts';

/** How a stream is sent: its lines, their pace, and how it ends. */
export type StreamPlan = {
  frames: Iterator<string, void>;
  /** Milliseconds from line to line; 0 sends as fast as the reader reads. */
  ms: number;
  /** Bytes of body after which the socket is destroyed. */
  cutAfterBytes?: number;
};

/** Lines a beat may carry when there is no pace to keep. */
const UNPACED_FRAMES_PER_TICK = 256;

/**
 * Writes the plan's lines at their pace and resolves with the number of lines written, when the stream has ended, was cut
 * as planned, or was closed by the client. A slow reader is waited for; a closed one stops the work at once.
 */
export function playStream(
  res: ServerResponse,
  { frames, ms, cutAfterBytes = Infinity }: StreamPlan,
  pacer: Pacer,
): Promise<number> {
  const framesPerTick = ms === 0 ? UNPACED_FRAMES_PER_TICK : Math.max(1, Math.round(TICK_MS / ms));
  return new Promise((resolve) => {
    let frameCount = 0;
    let byteCount = 0;

    function write(line: string): boolean {
      frameCount += 1;
      const buffer = Buffer.from(line);
      const left = cutAfterBytes - byteCount;
      byteCount += buffer.length;
      if (buffer.length < left) {
        res.write(buffer);
        return true;
      }
      res.write(buffer.subarray(0, left), () => res.socket?.destroy());
      return false;
    }

    function writeTick(): boolean {
      for (let count = 0; count < framesPerTick; count += 1) {
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
    const isOpen = first.done ? (res.end(), false) : write(first.value);
    const stop = isOpen ? pacer.repeat(ms, writeTick) : () => undefined;
    res.once('close', () => {
      stop();
      resolve(frameCount);
    });
  });
}
