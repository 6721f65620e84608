import { randomInt } from 'node:crypto';
import { intactFiles, readDamagedFiles } from '#tests/harness/hostile/damagedFiles.ts';
import type { ChaosStory } from './chaosStory.ts';

const SEEDS_PER_ROUND = 25;

/** Reads files that are damaged in new ways in every round. */
export const damagedFiles: ChaosStory = {
  name: 'damagedFiles',
  withinMs: 120_000,
  start: async () => ({
    round: async () => {
      const seeds = Array.from({ length: SEEDS_PER_ROUND }, () => randomInt(2 ** 31));
      for (const name of Object.keys(intactFiles)) {
        const { unexpected } = await readDamagedFiles(name, seeds);
        if (unexpected.length > 0) throw new Error(`Damaged ${name}: ${JSON.stringify(unexpected)}`);
      }
    },
    stop: async () => undefined,
  }),
};
