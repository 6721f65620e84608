import type { SearchHit } from '@microsoft/microsoft-graph-types';
import { z } from 'zod';
import { listTexts } from '#sandbox/documents/documentPlan.ts';
import { matchesWordStarts } from '#sandbox/graph/odataFilter.ts';
import { graphErrors } from '#sandbox/graph/graphErrors.ts';
import type { Entity } from '#sandbox/graph/odata.ts';
import { ok, type Caller, type GraphRequest, type GraphRoute } from '#sandbox/graph/graphRoute.ts';
import { getItemRole } from '#sandbox/graph/sites/store/roles.ts';
import { getDrive, getItem } from './findResource.ts';
import { createItemEntity, sharepointIds, getWebUrl } from '#sandbox/graph/sites/entities/itemEntity.ts';
import { createItemPage } from '#sandbox/graph/sites/entities/itemPages.ts';
import { onDrives, onItems, READ_FILES, readingFiles } from './routePatterns.ts';
import { listAllItems, isWithin } from '#sandbox/graph/sites/store/itemTree.ts';
import type { Drive, Item, SiteStore } from '#sandbox/graph/sites/store/siteStore.ts';

const DEFAULT_SIZE = 25;
const MAX_SIZE = 500;

const Query = z.looseObject({
  entityTypes: z.array(z.string()).min(1),
  query: z.looseObject({ queryString: z.string() }),
  from: z.number().int().nonnegative().default(0),
  size: z.number().int().positive().max(MAX_SIZE).default(DEFAULT_SIZE),
});
const Search = z.looseObject({ requests: z.array(Query).min(1) });

/** Permissions of which one is needed to search a type. */
const SEARCH_SCOPES: Record<string, string[]> = {
  driveItem: READ_FILES,
  message: ['Mail.Read'],
  chatMessage: ['Chat.Read'],
};

/** Searches mail or chat messages. */
export type SearchOffice = (type: string, words: string, caller: Caller) => SearchHit[];

type Hit = { drive: Drive; item: Item; summary: string };

/** Searches the items that the caller can read, by their names and by the text of sample files. */
export function searchRoutes(store: SiteStore, searchOffice: SearchOffice): GraphRoute[] {
  const searchFolder: GraphRoute['handle'] = async (request, caller) => {
    const { drive, item: folder } = getItem(store, request, caller);
    // Inside an OData string a quote is doubled.
    const words = (request.params['q'] ?? '').replaceAll("''", "'");
    const items = listAllItems(drive).filter(
      (item) => item !== folder && !item.deleted && isWithin(drive, item, folder),
    );
    return ok(
      await createItemPage(
        drive,
        items.filter((item) => findHit(drive, item, words)),
        request,
        caller,
      ),
    );
  };
  return [
    ...onItems("/search(q='{q}')", { ...readingFiles, handle: searchFolder }),
    ...onDrives("/search(q='{q}')", {
      ...readingFiles,
      handle: (request, caller) => {
        getDrive(store, request, caller);
        return searchFolder(request, caller);
      },
    }),
    {
      method: 'POST',
      pattern: '/search/query',
      scopes: [...READ_FILES, 'Mail.Read', 'Chat.Read'],
      handle: async (request, caller) =>
        ok({
          value: await Promise.all(
            parseQueries(request).map((query) =>
              query.entityTypes.includes('driveItem')
                ? runQuery(store, query, request, caller)
                : runOfficeQuery(searchOffice, query, caller),
            ),
          ),
        }),
    },
  ];
}

function parseQueries({ body }: GraphRequest): z.infer<typeof Query>[] {
  const parsed = Search.safeParse(body);
  if (!parsed.success) throw graphErrors.badRequest('SearchRequest Invalid.');
  for (const { entityTypes, query } of parsed.data.requests) {
    checkBalance(query.queryString);
    // Graph searches mail and chats apart from each other and from files.
    const isKnown = entityTypes.every((type) => Object.hasOwn(SEARCH_SCOPES, type));
    if (!isKnown || (entityTypes.length > 1 && !entityTypes.every((type) => type === 'driveItem')))
      throw graphErrors.badRequest(`Entity type ${entityTypes.join()} is not supported.`);
  }
  return parsed.data.requests;
}

function runOfficeQuery(
  searchOffice: SearchOffice,
  { entityTypes, query, from, size }: z.infer<typeof Query>,
  caller: Caller,
): Entity {
  const [type = ''] = entityTypes;
  if (!SEARCH_SCOPES[type]?.some((scope) => caller.scopes.includes(scope))) throw graphErrors.insufficientPrivileges();
  const hits = searchOffice(type, query.queryString, caller);
  const page = hits.slice(from, from + size).map((hit, index) => ({ ...hit, rank: from + index + 1 }));
  const container = { hits: page, total: hits.length, moreResultsAvailable: from + size < hits.length };
  return {
    searchTerms: query.queryString.split(/\s+/),
    hitsContainers: [hits.length > 0 ? container : { total: 0, moreResultsAvailable: false }],
  };
}

async function runQuery(
  store: SiteStore,
  { query, from, size }: z.infer<typeof Query>,
  request: GraphRequest,
  caller: Caller,
): Promise<Entity> {
  const findMatch = parseKeywordQuery(query.queryString);
  const hits = [...store.drives.values()].flatMap((drive) =>
    listAllItems(drive)
      .filter((item) => item.source && !item.deleted && getItemRole(drive, item, caller))
      .flatMap((item) => findMatch(drive, item) ?? []),
  );
  const pageHits = hits.slice(from, from + size).map((hit, index) => toHitEntity(hit, from + index + 1, request));
  const container = {
    hits: await Promise.all(pageHits),
    total: hits.length,
    moreResultsAvailable: from + size < hits.length,
  };
  return {
    searchTerms: query.queryString.split(/\s+/),
    hitsContainers: [hits.length > 0 ? container : { total: 0, moreResultsAvailable: false }],
  };
}

/** Throws Graph's 400 for a query whose quotation marks or parentheses do not match, or an empty one. */
function checkBalance(text: string): void {
  const unquoted = text.replace(/"[^"]*"/g, 'x');
  const depth = [...unquoted].reduce((open, sign) => open + Number(sign === '(') - Number(sign === ')'), 0);
  if (text.trim() === '' || unquoted.includes('"') || depth !== 0)
    throw graphErrors.badRequest('The query is malformed.');
}

/** Parses the Keyword Query Language: words, `filetype:`, `path:`, `filename:`, `isdocument:`; else throws a 400. */
function parseKeywordQuery(text: string): (drive: Drive, item: Item) => Hit | undefined {
  const terms = [...text.matchAll(/(?:(\w+):)?(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, plain]) => ({
    name: name?.toLowerCase(),
    value: quoted ?? plain ?? '',
  }));
  const words = terms
    .filter(({ name }) => !name)
    .map(({ value }) => value.replaceAll('*', ''))
    .join(' ');
  const conditions = terms.flatMap(({ name, value }) => (name ? [createCondition(name, value)] : []));
  return (drive, item) => (conditions.every((test) => test(drive, item)) ? findHit(drive, item, words) : undefined);
}

function createCondition(name: string, value: string): (drive: Drive, item: Item) => boolean {
  const lowerCaseValue = value.toLowerCase();
  if (name === 'filetype') return (_drive, item) => item.name.toLowerCase().endsWith(`.${lowerCaseValue}`);
  if (name === 'filename') return (_drive, item) => matchesWordStarts(item.name, value.replaceAll('*', ''));
  if (name === 'path')
    return (drive, item) => decodeURI(getWebUrl(drive, item)).toLowerCase().startsWith(decodeURI(lowerCaseValue));
  if (name === 'isdocument')
    return (_drive, item) => (item.source !== undefined) === (lowerCaseValue === 'true' || lowerCaseValue === '1');
  throw graphErrors.badRequest(`The property ${name} cannot be searched.`);
}

function findHit(drive: Drive, item: Item, words: string): Hit | undefined {
  const sentences = item.source && 'format' in item.source ? listTexts(item.source).map(({ text }) => text) : [];
  if (!matchesWordStarts([item.name, ...sentences].join(' '), words)) return undefined;
  const first = words.split(' ')[0] ?? '';
  return { drive, item, summary: sentences.find((sentence) => matchesWordStarts(sentence, first)) ?? '' };
}

/** Search returns an item's site as `host,site,web`; reading the item returns only the site's GUID. */
async function toHitEntity({ drive, item, summary }: Hit, rank: number, { base }: GraphRequest): Promise<Entity> {
  const { parentReference, ...entity } = await createItemEntity(drive, item, base);
  const ids = sharepointIds(drive, item);
  const reference = { ...(parentReference as Entity), siteId: drive.site.id, sharepointIds: ids };
  const resource = { '@odata.type': '#microsoft.graph.driveItem', ...entity, parentReference: reference };
  return { hitId: item.id, rank, summary, resource };
}
