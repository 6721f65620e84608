import { z } from 'zod';
import { fileTypeOf } from '#contract/files/fileTypes.ts';
import type { LocatedItem } from '#api/graph/fileSources.ts';
import type { FoundPassage } from '#api/answers/functionCalls.ts';
import { formatDay } from '#api/sources/attachMessage.ts';
import { defineFunction } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';

/**
 * Maximum files in one result. The limit is low because an answer is hidden from a person who has lost access to any of
 * these files, even one that the answer did not use.
 */
const MAX_FOUND = 10;

/** Files of the person's OneDrive and sites, by the search of Microsoft 365, which returns only what they can read. */
export const findFiles = defineFunction({
  group: 'Files',
  name: 'find_files',
  title: functionTexts.findFiles,
  description:
    'Finds files that the person can open in Microsoft 365, by words of their name or text. Returns names and excerpts.',
  args: z.object({ words: z.string().trim().min(1).max(200) }),
  describe: ({ words }) => words,
  async run({ ctx, person, signal }, { words }) {
    const hits = (await ctx.graph.searchFiles(person, words, signal)).slice(0, MAX_FOUND);
    return {
      summary: hits.length === 0 ? 'No file was found.' : `Found ${hits.length} files.`,
      origins: hits.map(({ item }) => ({ driveId: item.driveId, itemId: item.id })),
      passages: hits.map(({ item, excerpt }) => {
        const fileType = fileTypeOf(item.mimeType, item.name);
        return toPassage(item, fileType, excerpt);
      }),
    };
  },
});

function toPassage(item: LocatedItem, fileType: string, excerpt: string): FoundPassage {
  const day = formatDay(new Date(item.lastModified));
  const facts = [day && `Changed ${day}`, item.owner && `by ${item.owner}`].filter(Boolean).join(' ');
  return {
    fileId: item.url,
    fileName: item.name,
    fileType,
    location: { kind: 'whole' },
    place: '',
    text: [item.name, facts && `${facts}.`, excerpt].filter(Boolean).join('\n'),
    link: item.webUrl || null,
    lastModified: item.lastModified || null,
    site: null,
    opens: 'graphFile',
    driveFile: { ...item, fileId: item.url, fileType },
  };
}
