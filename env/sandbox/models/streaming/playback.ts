import type { ServerResponse } from 'node:http';

import { TICK_MS } from './pacer.ts';
import type { Pacer } from './pacer.ts';

/** The frames of a stream, their pace and their end. */
export type StreamPlan = {
  frames: Iterator<string, void>;
  /** Milliseconds between frames; 0 for a stream without a pace. */
  ms: number;
  /** Number of body bytes after which the socket is destroyed. */
  cutAfterBytes?: number;
};

/** Maximum frames per tick of a stream without a pace. */
const UNPACED_FRAMES_PER_TICK = 256;

/**
 * Writes the frames at their pace, respecting backpressure. Resolves with the number of frames written when the stream
 * has ended, was cut as planned, or was closed by the client.
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

    function write(frame: string): boolean {
      frameCount += 1;
      const buffer = Buffer.from(frame);
      const remaining = cutAfterBytes - byteCount;
      byteCount += buffer.length;
      if (buffer.length < remaining) {
        res.write(buffer);
        return true;
      }
      res.write(buffer.subarray(0, remaining), () => res.socket?.destroy());
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
