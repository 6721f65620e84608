import { Extraction } from '#contract/files/locations.ts';
import { extract, ExtractionError } from '#api/extract/extract.ts';
import { makeDocx } from '#sandbox/documents/docx.ts';
import { makePdf } from '#sandbox/documents/pdf.ts';
import { makeTempFiles } from '#tests/harness/tempFiles.ts';
import { damage } from './hostileFiles.ts';

/** Makers of the intact files, by name. */
export const intactFiles: Record<string, () => Promise<Uint8Array>> = {
  'a.pdf': () => makePdf([['The first page.'], ['The second page.']]),
  'a.docx': () => makeDocx([{ heading: 'One', paragraphs: ['Text.'], table: [['a', 'b']] }]),
};

interface DamagedReadings {
  /** Outcomes that are neither text nor an ExtractionError, with their seeds. */
  unexpected: { seed: number; outcome: unknown }[];
  /** How many files could not be read. */
  rejected: number;
}

/** Damages a file once per seed and reads each result, in child processes unless `read` says otherwise. */
export async function readDamagedFiles(
  name: string,
  seeds: readonly number[],
  read: (file: { path: string; name: string }) => Promise<Extraction> = extract,
): Promise<DamagedReadings> {
  const intact = await intactFiles[name]?.();
  if (!intact) throw new Error(`There is no intact ${name}.`);
  const files = await makeTempFiles();
  try {
    const outcomes = await Promise.all(
      seeds.map(async (seed) => {
        const path = await files.write(damage(intact, seed));
        const outcome: unknown = await read({ path, name }).catch((error: unknown) => error);
        return { seed, outcome };
      }),
    );
    const rejected = outcomes.filter(({ outcome }) => outcome instanceof ExtractionError).length;
    const unexpected = outcomes.filter(
      ({ outcome }) => !(outcome instanceof ExtractionError) && !Extraction.safeParse(outcome).success,
    );
    return { unexpected, rejected };
  } finally {
    await files.remove();
  }
}
