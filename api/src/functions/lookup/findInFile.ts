import { z } from 'zod';
import { defineFunction, READ_TIMEOUT_MS } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { getPassage, passageNumber, readFoundFile } from './foundFile.ts';

const MAX_WORDS = 12;

/** The places of a file that contain some words. */
export const findInFile = defineFunction({
  group: 'Sites',
  name: 'find',
  title: functionTexts.find,
  description:
    'Finds words in the file of a passage, spelled as given, in any case. Returns the places that contain all of them, in reading order.',
  args: z.object({ passage: passageNumber, words: z.string().trim().min(1).max(200) }),
  timeoutMs: READ_TIMEOUT_MS,
  describe: ({ passage, words }, found) => `${words} · ${getPassage(found, passage).fileName}`,
  run(call, { passage, words }) {
    const contains = words.split(/\s+/).slice(0, MAX_WORDS);
    const lower = contains.map((word) => word.toLowerCase());
    return readFoundFile(call, getPassage(call.found, passage), {
      chunks: { contains },
      selects: ({ text }) => lower.every((word) => text.toLowerCase().includes(word)),
      summary: 'These places contain the words.',
      describeNothing: () => ({ summary: 'No place in the file contains all of these words.', passages: [] }),
    });
  },
});
