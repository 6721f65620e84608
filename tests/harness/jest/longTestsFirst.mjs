import TestSequencer from '@jest/test-sequencer';

/** Assumed until a file has run on this machine, by project, in ms. */
const ASSUMED_MS = { journeys: 60_000, stories: 20_000 };

const getDuration = ({ context, duration }) => duration ?? ASSUMED_MS[context.config.displayName?.name] ?? 1_000;

/** Starts the longest files first, so that no worker is alone with one at the end; the many short units fill the rest. */
export default class LongTestsFirst extends TestSequencer {
  sort(tests) {
    // Jest's own order knows how long each file took the last time, and puts large files first if not.
    return super.sort(tests).toSorted((one, other) => getDuration(other) - getDuration(one));
  }
}
