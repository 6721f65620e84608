import { z } from 'zod';
import type { FoundPassage } from '#api/answers/functionCalls.ts';
import { FILES_PER_CHECK } from '#api/search/access/readableScope.ts';
import { trim, type ReadableHit } from '#api/search/access/trimToReadable.ts';
import { readOutlines, type OutlinedFile } from '#api/search/readPassages.ts';
import { formatDay } from '#api/sources/attachMessage.ts';
import type { FileConditions } from '#api/storage/tables/search/chunkLookup.ts';
import type { CorpusFilter } from '#api/storage/tables/search/fileFilters.ts';
import { defineFunction, type AvaFunction, type CallContext } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { authorizeScope, createNarrowing, describeNarrowing, toConditions, type LookupScope } from './lookupScope.ts';

/** Files in one result. */
const MAX_LISTED = 30;
/** Files that Graph is asked about for one list. */
const MAX_CHECKED = 2_000;
const MAX_HEADING_CHARACTERS = 120;

/** The files of the scope that the person can read, with dates and headings. */
export function createListFiles(scope: LookupScope): AvaFunction {
  return defineFunction({
    group: 'Sites',
    name: 'list',
    title: functionTexts.list,
    description: `Lists the files that there are, the one changed last first: name, day, pages, headings. ${MAX_LISTED} at a time.`,
    args: z.object({
      name: z.string().trim().max(200).optional().describe('words of the name'),
      ...createNarrowing(scope),
      start: z.number().int().min(0).max(MAX_CHECKED).default(0).describe('files to leave out'),
    }),
    describe: ({ name, start, ...narrowing }) =>
      [name, describeNarrowing(narrowing), start > 0 && `from ${start + 1}`].filter(Boolean).join(' · '),
    async run(call, { name = '', start, ...narrowing }) {
      const conditions = { ...toConditions(narrowing), nameParts: name.split(/\s+/).filter(Boolean) };
      const filter = await authorizeScope(call, scope, narrowing.sites);
      const readable = await collectFiles(call, filter, conditions, start + MAX_LISTED + 1);
      const shown = readable.slice(start, start + MAX_LISTED);
      const next = readable.length > start + MAX_LISTED ? ` There are more: "start" ${start + MAX_LISTED}.` : '';
      return {
        summary: shown.length === 0 ? 'No file was found.' : `Listed ${shown.length} files.${next}`,
        origins: shown.flatMap(({ file: { siteId, itemId } }) => (siteId === '' ? [] : [{ siteId, itemId }])),
        passages: (await readOutlines(call.ctx, shown)).map(toPassage),
      };
    },
  });
}

/** The first chunks of the first `count` files that the person can read. */
async function collectFiles(
  { ctx, person, signal }: CallContext,
  filter: CorpusFilter,
  conditions: FileConditions,
  count: number,
): Promise<ReadableHit[]> {
  const readable: ReadableHit[] = [];
  for (let start = 0; readable.length < count && start < MAX_CHECKED; start += FILES_PER_CHECK) {
    const page = { start, limit: FILES_PER_CHECK };
    const hits = await ctx.store.chunkLookup.listFirstChunks(filter, conditions, page);
    readable.push(...(await trim(ctx, person, hits, signal)));
    if (hits.length < FILES_PER_CHECK) break;
  }
  return readable;
}

function toPassage({ readable: { hit, file, item }, outline }: OutlinedFile): FoundPassage {
  const { pages, headings, beginning } = outline;
  const day = formatDay(new Date(item.lastModified));
  const lines = headings.length > 0 ? headings : [beginning.replace(/\s+/g, ' ').trim()];
  return {
    fileId: file.itemId,
    fileName: item.name,
    fileType: file.type,
    location: { kind: 'whole' },
    place: '',
    text: [
      [day && `Changed ${day}`, file.type, pages && `${pages} ${pages === 1 ? 'page' : 'pages'}`]
        .filter(Boolean)
        .join(', '),
      lines.map((line) => line.slice(0, MAX_HEADING_CHARACTERS)).join('; '),
    ].join('\n'),
    link: item.webUrl || null,
    lastModified: item.lastModified || null,
    site: file.siteId || null,
    hit,
  };
}
