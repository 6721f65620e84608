import { randomInt } from 'node:crypto';
import { Extraction } from '../../api/contract/locations.ts';
import { extract, ExtractionError } from '../../api/src/extract/extract.ts';
import { makeDocx, makePdf } from '../harness/documents.ts';
import { mutated } from '../harness/hostile/hostileFiles.ts';
import { makeTempFiles } from '../harness/tempFiles.ts';
import type { ChaosStory } from './story.ts';

const SEEDS_PER_ROUND = 25;

export const wholeFiles: Record<string, () => Promise<Uint8Array>> = {
  'a.pdf': () => makePdf([['The first page.'], ['The second page.']]),
  'a.docx': () => makeDocx([{ heading: 'One', paragraphs: ['Text.'], table: [['a', 'b']] }]),
};

/**
 * Reads a file damaged in one way per seed. Gives what is neither text nor an ExtractionError by its seed, and how many
 * could not be read.
 */
export async function readDamaged(name: string, seeds: readonly number[]) {
  const whole = await wholeFiles[name]?.();
  if (!whole) throw new Error(`There is no whole ${name}.`);
  const files = await makeTempFiles();
  try {
    const outcomes = await Promise.all(
      seeds.map(async (seed) => {
        const path = await files.write(mutated(whole, seed));
        return extract({ path, name }).catch((error: unknown) => error);
      }),
    );
    const refused = outcomes.filter((one) => one instanceof ExtractionError);
    const odd = seeds.flatMap((seed, at) => {
      const one = outcomes[at];
      return one instanceof ExtractionError || Extraction.safeParse(one).success ? [] : [{ seed, outcome: one }];
    });
    return { odd, refused: refused.length };
  } finally {
    await files.remove();
  }
}

/** Files damaged in other ways in every round. */
export const damagedFiles: ChaosStory = {
  name: 'damagedFiles',
  withinMs: 120_000,
  begin: async () => ({
    round: async () => {
      const seeds = Array.from({ length: SEEDS_PER_ROUND }, () => randomInt(2 ** 31));
      for (const name of Object.keys(wholeFiles)) {
        const { odd } = await readDamaged(name, seeds);
        if (odd.length > 0) throw new Error(`Damaged ${name}: ${JSON.stringify(odd)}`);
      }
    },
    end: async () => undefined,
  }),
};
