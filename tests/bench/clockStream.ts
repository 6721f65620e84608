/** Reads the sandbox model's `clock` deltas, `12@1700000000000.25 `, out of any stream that carries their text. */

const DELTA = /(\d+)@(\d+\.\d\d) /g;

export interface ClockReader {
  /** Takes a piece of the stream that came at `now` (ms since 1970). */
  push(text: string, now: number): void;
  /** Deltas that came so far, those that were left out before the last one, and those that came again. */
  counts(): { deltas: number; gaps: number; doubles: number };
}

/** Follows one stream; `onDelta` is told how long each delta was under way, in ms. */
export function readClock(onDelta: (delayMs: number) => void): ClockReader {
  let rest = '';
  let expected = 0;
  const counts = { deltas: 0, gaps: 0, doubles: 0 };
  return {
    push(text, now) {
      const whole = rest + text;
      let end = 0;
      for (const match of whole.matchAll(DELTA)) {
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
      rest = whole.slice(end).slice(-100);
    },
    counts: () => counts,
  };
}

export const wallClock = (): number => performance.timeOrigin + performance.now();
