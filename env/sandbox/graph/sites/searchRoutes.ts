import { z } from 'zod';
import { listTexts } from '../../documents/documentPlan.ts';
import { wordStarts } from '../filter.ts';
import { graphErrors } from '../errors.ts';
import type { Entity } from '../odata.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '../route.ts';
import { itemRole } from './access.ts';
import { driveIn, itemIn } from './finding.ts';
import { itemEntity, sharepointIds, webUrlOf } from './itemEntity.ts';
import { pageOfItems } from './itemPages.ts';
import { onDrives, onItems, READ_FILES, readingFiles } from './patterns.ts';
import { everything, isWithin } from './tree.ts';
import type { Drive, Item, World } from './world.ts';

const USUAL_SIZE = 25;
const MOST_SIZE = 500;

const Query = z.looseObject({
  entityTypes: z.array(z.string()).min(1),
  query: z.looseObject({ queryString: z.string() }),
  from: z.number().int().nonnegative().default(0),
  size: z.number().int().positive().max(MOST_SIZE).default(USUAL_SIZE),
});
const Search = z.looseObject({ requests: z.array(Query).min(1) });

type Hit = { drive: Drive; item: Item; summary: string };

/** Words found in names and, for files of the story, in what they say; always within what the caller may read. */
export function searchRoutes(world: World): GraphRoute[] {
  const within: GraphRoute['handle'] = async (request, caller) => {
    const { drive, item: folder } = itemIn(world, request, caller);
    // Inside an OData text a quote is doubled.
    const words = (request.params['q'] ?? '').replaceAll("''", "'");
    const found = everything(drive).filter((item) => item !== folder && !item.deleted && isWithin(drive, item, folder));
    return ok(
      await pageOfItems(
        drive,
        found.filter((item) => hitIn(drive, item, words)),
        request,
        caller,
      ),
    );
  };
  return [
    ...onItems("/search(q='{q}')", { ...readingFiles, handle: within }),
    ...onDrives("/search(q='{q}')", {
      ...readingFiles,
      handle: (request, caller) => {
        driveIn(world, request, caller);
        return within(request, caller);
      },
    }),
    {
      method: 'POST',
      pattern: '/search/query',
      scopes: READ_FILES,
      handle: async (request, caller) =>
        ok({ value: await Promise.all(queriesIn(request).map((query) => answer(world, query, request, caller))) }),
    },
  ];
}

function queriesIn({ body }: GraphRequest): z.infer<typeof Query>[] {
  const parsed = Search.safeParse(body);
  if (!parsed.success) throw graphErrors.badRequest('SearchRequest Invalid.');
  for (const { entityTypes } of parsed.data.requests) {
    if (entityTypes.some((type) => type !== 'driveItem'))
      throw graphErrors.badRequest(`Entity type ${entityTypes.join()} is not here.`);
  }
  return parsed.data.requests;
}

async function answer(
  world: World,
  { query, from, size }: z.infer<typeof Query>,
  request: GraphRequest,
  caller: Caller,
): Promise<Entity> {
  const test = keywordQuery(query.queryString);
  const hits = [...world.drives.values()].flatMap((drive) =>
    everything(drive)
      .filter((item) => item.source && !item.deleted && itemRole(drive, item, caller))
      .flatMap((item) => test(drive, item) ?? []),
  );
  const shown = hits.slice(from, from + size).map((hit, index) => writeHit(hit, from + index + 1, request));
  const container = {
    hits: await Promise.all(shown),
    total: hits.length,
    moreResultsAvailable: from + size < hits.length,
  };
  return {
    searchTerms: query.queryString.split(/\s+/),
    hitsContainers: [hits.length > 0 ? container : { total: 0, moreResultsAvailable: false }],
  };
}

/** Words with `filetype:`, `path:` and `filename:` among them, as the Keyword Query Language has it. Other names: 400. */
function keywordQuery(text: string): (drive: Drive, item: Item) => Hit | undefined {
  const terms = [...text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => ({
    name: name?.toLowerCase(),
    value: quoted ?? plain ?? '',
  }));
  const words = terms
    .filter(({ name }) => !name)
    .map(({ value }) => value.replaceAll('*', ''))
    .join(' ');
  const conditions = terms.flatMap(({ name, value }) => (name ? [condition(name, value)] : []));
  return (drive, item) => (conditions.every((test) => test(drive, item)) ? hitIn(drive, item, words) : undefined);
}

function condition(name: string, value: string): (drive: Drive, item: Item) => boolean {
  const wanted = value.toLowerCase();
  if (name === 'filetype') return (_drive, item) => item.name.toLowerCase().endsWith(`.${wanted}`);
  if (name === 'filename') return (_drive, item) => wordStarts(item.name, value.replaceAll('*', ''));
  if (name === 'path')
    return (drive, item) => decodeURI(webUrlOf(drive, item)).toLowerCase().startsWith(decodeURI(wanted));
  if (name === 'isdocument')
    return (_drive, item) => (item.source !== undefined) === (wanted === 'true' || wanted === '1');
  throw graphErrors.badRequest(`The property ${name} cannot be searched here.`);
}

function hitIn(drive: Drive, item: Item, words: string): Hit | undefined {
  const sentences = item.source && 'format' in item.source ? listTexts(item.source).map(({ text }) => text) : [];
  if (!wordStarts([item.name, ...sentences].join(' '), words)) return undefined;
  const first = words.split(' ')[0] ?? '';
  return { drive, item, summary: sentences.find((sentence) => wordStarts(sentence, first)) ?? '' };
}

/** Search writes an item's site as `host,site,web`, where reading the item writes the site alone. */
async function writeHit({ drive, item, summary }: Hit, rank: number, { base }: GraphRequest): Promise<Entity> {
  const { parentReference, ...entity } = await itemEntity(drive, item, base);
  const ids = sharepointIds(drive, item);
  const reference = { ...(parentReference as Entity), siteId: drive.site.id, sharepointIds: ids };
  const resource = { '@odata.type': '#microsoft.graph.driveItem', ...entity, parentReference: reference };
  return { hitId: item.id, rank, summary, resource };
}
