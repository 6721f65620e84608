import { readInProcess } from '#tests/harness/readInProcess.ts';
import { makeTempFiles, type TempFiles } from '#tests/harness/tempFiles.ts';
import { allSamples } from './allSamples.ts';
import { judge, listWords } from './sample.ts';

let files: TempFiles;
beforeAll(async () => (files = await makeTempFiles()));
afterAll(() => files.remove());

it('has at least 150 files', () => {
  expect(new Set(allSamples.map(({ name }) => name)).size).toBe(allSamples.length);
  expect(allSamples.length).toBeGreaterThanOrEqual(150);
});

describe('what a person reads in a file is what AVA reads:', () => {
  it.each(allSamples.map((sample) => [sample.name, sample] as const))('%s', async (name, sample) => {
    const { parts } = await readInProcess({ path: await files.write(await sample.make()), name });
    const read = parts.map(({ text }) => text).join('\n');
    const { words, order, rows } = judge(sample, read);
    const found = listWords(read);
    expect({
      read,
      isComplete: words >= 0.99,
      isInOrder: order >= 0.99,
      hasRows: (rows ?? 1) >= 0.9,
      hidden: listWords(sample.hidden ?? '').filter((word) => found.includes(word)),
    }).toEqual({ read, isComplete: true, isInOrder: true, hasRows: true, hidden: [] });
  });
});
