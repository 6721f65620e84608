import type { z } from 'zod';
import type { InputOf } from '#contract/endpoint.ts';
import type * as contract from '#contract/sites/sites.ts';
import { AvaError, isTokenRefusal } from '#contract/errors.ts';
import type { FoundSite, Library } from '#api/graph/sites.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { CorpusText } from '#api/storage/tables/corpora/sites.ts';
import type { AppContext } from '#api/context.ts';
import { authorizeSite } from './siteAccess.ts';
import { presentSite } from './sitePresenter.ts';

/** Concurrent ownership checks; each takes several Graph calls. */
const MAX_CONCURRENT_CHECKS = 6;
/** How many found sites are checked for ownership. A person with more sites types a part of the name. */
const MAX_CANDIDATES = 200;

type NewCorpus = z.output<typeof contract.createSite.body>;
type CorpusChange = InputOf<typeof contract.updateCorpus>;
type SiteCandidates = z.output<NonNullable<typeof contract.getSiteCandidates.reply>>['value'];
type Libraries = z.output<NonNullable<typeof contract.getSiteLibraries.reply>>['value'];

const collator = new Intl.Collator('en', { numeric: true });

/** Creates a corpus from a site that the person owns. Name and address come from Graph, not from the client. */
export async function createCorpus(ctx: AppContext, person: Person, request: NewCorpus): Promise<contract.Site> {
  const { graph, store, clock } = ctx;
  const config = request.corpus_config;
  if (!config.document_library_id && !config.list_id)
    throw new AvaError('bad_request', { detail: 'Please select a site and a library.' });
  const found = await graph.findSite(person, request.site_id);
  const rights = found && { reads: true, owns: await graph.ownsSite(person, found.graphId) };
  const site = authorize(
    person,
    'create',
    'site',
    found && rights ? { ...found, tenantId: person.tenantId, rights } : undefined,
  );
  const library = findSelectedLibrary(config, await graph.listLibraries(person, site.graphId));
  const row = {
    ...site,
    driveId: library.driveId,
    description: request.corpus_desc,
    prompt: request.corpus_prompt,
    config,
    creatorId: person.id,
    creatorEmail: person.email,
  };
  if (!(await store.sites.create(row, clock.now()))) throw new AvaError('corpus_exists');
  return presentSite(ctx, person, row);
}

function findSelectedLibrary(config: contract.CorpusConfig, libraries: readonly Library[]): Library {
  const selectedId = config.document_library_id || config.list_id;
  const library = libraries.find(({ id }) => id === selectedId);
  if (!library)
    throw new AvaError('not_found', { detail: 'This library is no longer there. Please select another one.' });
  return library;
}

/** Changes description and prompt, if nobody has changed them since the person loaded them. */
export async function updateCorpus(ctx: AppContext, person: Person, request: CorpusChange): Promise<contract.Site> {
  const site = await authorizeSite(ctx, person, request.site_id, 'edit');
  const changed = await ctx.store.sites.change(
    site.tenantId,
    site.id,
    toCorpusText(request.from_corpus),
    toCorpusText(request.to_corpus),
  );
  if (!changed) throw new AvaError('corpus_changed');
  return presentSite(ctx, person, { ...changed, rights: site.rights });
}

function toCorpusText({ CorpusDescription, CorpusPrompt }: CorpusChange['from_corpus']): CorpusText {
  return { description: CorpusDescription, prompt: CorpusPrompt };
}

/** Sites that the person owns and that are not corpora yet, by name. */
export async function listSiteCandidates(ctx: AppContext, person: Person, search: string): Promise<SiteCandidates> {
  const corpusIds = new Set((await ctx.store.sites.list(person.tenantId)).map(({ id }) => id));
  const found = (await ctx.graph.findSites(person, search)).filter(({ id }) => !corpusIds.has(id));
  const candidates = found.slice(0, MAX_CANDIDATES);
  const owned: FoundSite[] = [];
  for (let start = 0; start < candidates.length; start += MAX_CONCURRENT_CHECKS) {
    const batch = candidates.slice(start, start + MAX_CONCURRENT_CHECKS);
    const isOwned = await Promise.all(batch.map(({ graphId }) => ctx.graph.ownsSite(person, graphId)));
    owned.push(...batch.filter((_, index) => isOwned[index]));
  }
  const sorted = owned.toSorted((a, b) => collator.compare(a.name, b.name));
  return sorted.map(({ graphId, name, link }) => ({ id: graphId, displayName: name, webUrl: link }));
}

/**
 * Whether the person owns a site, whether it is a corpus or not; false if Graph fails. Throws if the person has no
 * valid token.
 */
export async function isSiteOwner({ graph, log }: AppContext, person: Person, id: string): Promise<boolean> {
  try {
    const site = await graph.findSite(person, id);
    return site !== null && (await graph.ownsSite(person, site.graphId));
  } catch (error) {
    if (isTokenRefusal(error)) throw error;
    log.warn({ error }, 'failed to check ownership of site');
    return false;
  }
}

/** Document libraries and lists of a site that the person can read. */
export async function listSiteLibraries({ graph }: AppContext, person: Person, id: string): Promise<Libraries> {
  const site = await graph.findSite(person, id);
  if (!site) throw new AvaError('not_found');
  const libraries = await graph.listLibraries(person, site.graphId);
  return libraries
    .map((library) => ({ ...library, driveId: library.kind === 'library' ? library.driveId : null }))
    .toSorted((a, b) => a.kind.localeCompare(b.kind) || collator.compare(a.name, b.name));
}
