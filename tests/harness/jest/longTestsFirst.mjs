import TestSequencer from '@jest/test-sequencer';

const isLong = ({ context }) => ['stories', 'journeys'].includes(context.config.displayName?.name);

/** Starts stories and journeys before units: they take longest and often wait, and units then fill the time. */
export default class LongTestsFirst extends TestSequencer {
  sort(tests) {
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
