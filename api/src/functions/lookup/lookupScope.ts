import { z } from 'zod';
import type { SiteChoice } from '#contract/sites/sites.ts';
import { familyOf, fileTypes } from '#contract/files/fileTypes.ts';
import type { FileConditions } from '#api/storage/tables/search/chunkLookup.ts';
import type { CorpusFilter } from '#api/storage/tables/search/fileFilters.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { findSearchableSites } from '#api/sites/searchableSites.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import { ArgumentError } from '#api/functions/arguments/argumentError.ts';
import type { CallContext } from '#api/functions/avaFunction.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { findSite, nameSites, quoteNames, type SearchableSite } from '#api/functions/searchableSites.ts';

/** The sites and files that the look-ups of an answer can read. No argument of a call widens it. */
export interface LookupScope {
  /** No site if empty. */
  sites: SiteChoice;
  /** Only these files of the sites; all files if empty. */
  itemIds: readonly string[];
  /** Long files of the chat. */
  fileIds?: readonly string[];
  /** The names of sites that the model reads; none if there is nothing to choose. */
  named: readonly SearchableSite[];
}

const kinds = {
  pdf: (type) => type === 'PDF',
  document: (type) => type !== 'PDF' && familyOf(type) === 'document',
  spreadsheet: (type) => familyOf(type) === 'spreadsheet',
  slides: (type) => familyOf(type) === 'slides',
  message: (type) => familyOf(type) === 'message',
  image: (type) => ['image', 'scan'].includes(familyOf(type)),
} satisfies Record<string, (type: (typeof fileTypes)[number]) => boolean>;

const day = z.string().trim().max(40).optional();

/** The arguments by which a call narrows where it looks. */
const narrowing = {
  kind: z.enum(Object.keys(kinds) as (keyof typeof kinds)[]).optional(),
  changed_from: day.describe('day of the last change, YYYY-MM-DD'),
  changed_to: day,
};
const siteNames = { sites: z.array(z.string().trim().min(1).max(200)).max(20).optional().describe('names of sites') };

interface Narrowing {
  kind?: keyof typeof kinds | undefined;
  changed_from?: string | undefined;
  changed_to?: string | undefined;
  sites?: string[] | undefined;
}

/** The narrowing arguments; sites are among them only if there are several. */
export function createNarrowing({ sites }: LookupScope): typeof narrowing & typeof siteNames {
  return { ...narrowing, ...(sites !== 'all' && sites.length <= 1 ? {} : siteNames) } as typeof narrowing &
    typeof siteNames;
}

/** The limits to which a call narrows its look-up, in words. */
export function describeNarrowing({ sites = [], kind, changed_from: from, changed_to: to }: Narrowing): string {
  const days = [from && `from ${from}`, to && `to ${to}`].filter(Boolean).join(' ');
  return [sites.join(', '), kind, days && `changed ${days}`].filter(Boolean).join(', ');
}

export function toConditions({ kind, changed_from, changed_to }: Narrowing): FileConditions {
  return {
    types: kind && fileTypes.filter(kinds[kind]),
    changedFrom: toDay('changed_from', changed_from),
    changedTo: toDay('changed_to', changed_to),
  };
}

function toDay(argument: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const found = /^\d{4}-\d{2}-\d{2}(?=T|$)/.exec(text)?.[0];
  // A date such as February 30 has the right form but does not exist.
  const time = Date.parse(`${found}T00:00:00Z`);
  // PostgreSQL has no year 0.
  if (!found || found < '0001' || Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== found)
    throw new ArgumentError(functionTexts.noDay(argument));
  return found;
}

/**
 * The part of the scope that the person can search now, narrowed to the sites that the model names, if any. The files of the
 * chat belong to no site.
 */
export async function authorizeScope(
  { ctx, person, signal }: CallContext,
  { sites: choice, itemIds, fileIds = [] }: LookupScope,
  names: readonly string[] = [],
): Promise<CorpusFilter> {
  const own = names.length > 0 ? [] : (await ctx.store.files.listOwned(person, fileIds)).map(({ id }) => id);
  const sites = choice.length === 0 ? [] : await listSites(ctx, person, choice, own.length > 0, signal);
  const chosen = names.map((name) => {
    const site = findSite(sites, name);
    if (!site) throw new ArgumentError(functionTexts.noSuchSite(quoteNames(nameSites(ctx, sites))));
    return site;
  });
  return {
    tenantId: person.tenantId,
    siteIds: (chosen.length > 0 ? chosen : sites).map(({ id }) => id),
    fileIds: own,
    itemIds: itemIds.length > 0 ? [...itemIds, ...own] : null,
  };
}

/** @param hasFiles whether there is something to search without the sites, if Microsoft 365 does not answer */
async function listSites(
  ctx: AppContext,
  person: Person,
  choice: SiteChoice,
  hasFiles: boolean,
  signal: AbortSignal,
): Promise<SiteRow[]> {
  try {
    return (await findSearchableSites(ctx, person, choice, signal)).sites;
  } catch (error) {
    signal.throwIfAborted();
    if (!hasFiles) throw error;
    ctx.log.info({ error }, 'failed to find sites; looking up only files of the chat');
    return [];
  }
}
