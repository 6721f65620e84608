import type { z } from 'zod';
import type { CorpusConfig, createSite, getSiteLibraries, Site, updateCorpus } from '../../contract/sites.ts';
import { AvaError } from '../../contract/errors.ts';
import type { FoundSite, Library } from '../graph/sites.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { CorpusText } from '../storage/tables/corpora/sites.ts';
import type { AppContext } from '../context.ts';
import { openSite } from './siteAccess.ts';
import { presentSite } from './sitePresenter.ts';

/** Sites of which the ownership is asked at once; each takes Graph several calls. */
const AT_ONCE = 6;
/** A person who has more sites types what they look for. */
const MOST_CANDIDATES = 200;

type Making = z.output<typeof createSite.body>;
type Changing = z.output<typeof updateCorpus.body>;
type Candidates = { id: string; displayName: string; webUrl: string }[];
type Libraries = z.output<NonNullable<typeof getSiteLibraries.reply>>['value'];

const order = new Intl.Collator('en', { numeric: true });

/** Makes a corpus of a site of the person's own. Name and address are what Graph says, whatever the client sent. */
export async function makeCorpus(ctx: AppContext, person: Person, ask: Making): Promise<Site> {
  const { graph, store, clock } = ctx;
  const config = ask.corpus_config;
  if (!config.document_library_id && !config.list_id)
    throw new AvaError('bad_request', { detail: 'Please select a site and a library.' });
  const found = await graph.findSite(person, ask.site_id);
  const rights = found && { reads: true, owns: await graph.ownsSite(person, found.graphId) };
  const site = authorize(
    person,
    'make',
    'site',
    found && rights ? { ...found, tenantId: person.tenantId, rights } : undefined,
  );
  const library = chosen(config, await graph.listLibraries(person, site.graphId));
  const row = {
    ...site,
    driveId: library.driveId ?? '',
    description: ask.corpus_desc,
    prompt: ask.corpus_prompt,
    config,
    creatorId: person.id,
    creatorEmail: person.email,
  };
  if (!(await store.sites.create(row, clock.now()))) throw new AvaError('corpus_exists');
  return presentSite(ctx, person, row);
}

function chosen(config: CorpusConfig, libraries: readonly Library[]): Library {
  const wanted = config.document_library_id || config.list_id;
  const library = libraries.find(({ id }) => id === wanted);
  if (!library)
    throw new AvaError('not_found', { detail: 'This library is no longer there. Please select another one.' });
  return library;
}

/** Changes description and prompt, where they are still what the person saw. */
export async function changeCorpus(ctx: AppContext, person: Person, ask: Changing): Promise<Site> {
  const site = await openSite(ctx, person, ask.site_id, 'edit');
  const changed = await ctx.store.sites.change(site.tenantId, site.id, textOf(ask.from_corpus), textOf(ask.to_corpus));
  if (!changed) throw new AvaError('corpus_changed');
  return presentSite(ctx, person, { ...changed, rights: site.rights });
}

function textOf({ CorpusDescription, CorpusPrompt }: Changing['from_corpus']): CorpusText {
  return { description: CorpusDescription, prompt: CorpusPrompt };
}

/** Sites of the person's own that are not corpora yet, by name. */
export async function candidates(ctx: AppContext, person: Person, search: string): Promise<Candidates> {
  const taken = new Set((await ctx.store.sites.list(person.tenantId)).map(({ id }) => id));
  const free = (await ctx.graph.findSites(person, search)).filter(({ id }) => !taken.has(id)).slice(0, MOST_CANDIDATES);
  const own: FoundSite[] = [];
  for (let from = 0; from < free.length; from += AT_ONCE) {
    const wave = free.slice(from, from + AT_ONCE);
    const owned = await Promise.all(wave.map(({ graphId }) => ctx.graph.ownsSite(person, graphId)));
    own.push(...wave.filter((_, index) => owned[index]));
  }
  const sorted = own.toSorted((a, b) => order.compare(a.name, b.name));
  return sorted.map(({ graphId, name, link }) => ({ id: graphId, displayName: name, webUrl: link }));
}

/** Whether the person owns a site, a corpus or not; a check that fails counts as no. */
export async function isOwner({ graph, log }: AppContext, person: Person, id: string): Promise<boolean> {
  try {
    const found = await graph.findSite(person, id);
    return found !== null && (await graph.ownsSite(person, found.graphId));
  } catch (error) {
    log.warn({ error }, 'the ownership of a site could not be learnt');
    return false;
  }
}

/** Document libraries and lists of a site that the person may read. */
export async function librariesOf({ graph }: AppContext, person: Person, id: string): Promise<Libraries> {
  const found = await graph.findSite(person, id);
  if (!found) throw new AvaError('not_found');
  return (await graph.listLibraries(person, found.graphId)).toSorted(
    (a, b) => a.kind.localeCompare(b.kind) || order.compare(a.name, b.name),
  );
}
