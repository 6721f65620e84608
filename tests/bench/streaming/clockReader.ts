/** Finds the deltas of the sandbox model's `clock` scenario, such as `12@1700000000000.25 `, in any stream. */

const DELTA = /(\d+)@(\d+\.\d\d) /g;

export interface ClockReader {
  /** Adds a part of the stream that arrived at `now` (ms since 1970). */
  push(text: string, now: number): void;
  /** Returns how many deltas were received, are missing between received ones, and were repeated. */
  getCounts(): { deltas: number; gaps: number; doubles: number };
}

/** Reads one stream. `onDelta` gets the delay of each delta in ms. */
export function createClockReader(onDelta: (delayMs: number) => void): ClockReader {
  let remainder = '';
  let expected = 0;
  const counts = { deltas: 0, gaps: 0, doubles: 0 };
  return {
    push(text, now) {
      const buffer = remainder + text;
      let end = 0;
      for (const match of buffer.matchAll(DELTA)) {
        end = match.index + match[0].length;
        const number = Number(match[1]);
        if (number < expected) {
          counts.doubles += 1;
          continue;
        }
        counts.gaps += number - expected;
        counts.deltas += 1;
        expected = number + 1;
        onDelta(now - Number(match[2]));
      }
      remainder = buffer.slice(end).slice(-100);
    },
    getCounts: () => counts,
  };
}

export const getWallClockMs = (): number => performance.timeOrigin + performance.now();
