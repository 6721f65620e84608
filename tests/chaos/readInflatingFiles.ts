import { randomInt } from 'node:crypto';
import { inflatingFiles, readApiMemory, readInflatingFile } from '#tests/harness/hostile/inflatingFiles.ts';
import type { AppStory } from './chaosStory.ts';

const MAX_MEMORY = 1_536 * 1024 * 1024;

/** Reads a random file that inflates, in one API process for all rounds. */
export const readInflatingFiles: AppStory = {
  name: 'inflatingFiles',
  withinMs: 300_000,
  async round(app) {
    const [name, file] = Object.entries(inflatingFiles)[randomInt(Object.keys(inflatingFiles).length)] ?? [];
    if (!name || !file) throw new Error('There are no inflating files.');
    const { outcome, peak } = await readInflatingFile(app, file);
    if (!file.outcomes.includes(outcome)) throw new Error(`A file with ${name}: ${outcome}`);
    if (Math.max(peak, readApiMemory(app)) > MAX_MEMORY)
      throw new Error(`A file with ${name} made the API grow to ${Math.round(peak / 1024 ** 2)} MB.`);
  },
};
