import { MAX_CALL_RESULTS } from '#contract/limits.ts';
import type { AnswerEvent } from '#contract/runs/answerEvents.ts';
import type { SiteChoice } from '#contract/sites/sites.ts';
import type { StepEvent } from '#contract/tasks/taskEvents.ts';
import { toCallResult } from '#api/answers/functionCalls.ts';
import type { Passage } from '#api/answers/prompt/passages.ts';
import type { AppContext } from '#api/context.ts';
import { functionTexts } from '#api/functions/functions.texts.ts';
import { cleanName } from '#api/functions/searchableSites.ts';
import type { Person } from '#api/identity/person.ts';
import type { Unnumbered } from '#api/runs/runKind.ts';
import { listPreparingSites } from '#api/sites/preparingSites.ts';
import { findSearchableSites, LIVE_SITES, type SearchableSites } from '#api/sites/searchableSites.ts';
import type { SiteRow } from '#api/storage/tables/corpora/sites.ts';
import type { ReadableScope } from './access/readableScope.ts';
import type { SearchPlace } from './writeQueries.ts';

/** Sites whose names and descriptions help a model to write queries, and sites whose guidance an answer follows. */
const MAX_PLACES = 12;
const MAX_GUIDING_SITES = 3;
const MAX_NAMED = 3;
const MAX_ASKED_CHARACTERS = 400;

/** The answer of AVA itself when a search has found nothing. */
export function nothingFound(choice: SiteChoice): string {
  const where = choice === 'all' ? 'your sites' : choice.length > 1 ? 'these sites' : 'this site';
  return `I found nothing about this in the files of ${where} that you can read.`;
}

/** What a model knows of the searched sites: of several, those in which the person can read files. */
export function describePlaces(sites: readonly SiteRow[], scope: ReadableScope): SearchPlace[] {
  const [site, ...others] = sites;
  if (site && others.length === 0) return [{ ...site, fileNames: scope.fileNames }];
  return sites
    .slice(0, LIVE_SITES)
    .map((place) => ({ ...place, fileNames: scope.getFileNames(place.id) }))
    .filter(({ fileNames }) => fileNames.length > 0)
    .slice(0, MAX_PLACES);
}

/** The sites whose owners guide an answer: the searched one, or of several the first ones that passages come from. */
export async function findGuidingSites(
  ctx: AppContext,
  person: Person,
  sites: readonly SiteRow[],
  passages: readonly Passage[],
  signal?: AbortSignal,
): Promise<SiteRow[]> {
  if (sites.length === 1) return [...sites];
  const ids = [...new Set(passages.flatMap(({ site }) => site ?? []))].slice(0, MAX_GUIDING_SITES);
  if (ids.length === 0) return [];
  const { sites: guiding } = await findSearchableSites(ctx, person, ids, signal).catch(() => ({ sites: [] }));
  return guiding;
}

/** The row that names the searched sites, above the rows of look-ups; null for one site, which the person has just chosen. */
export function createSitesRow(
  choice: SiteChoice,
  { sites }: SearchableSites,
  passages: readonly Passage[],
): Unnumbered<AnswerEvent> | null {
  if (choice !== 'all' && choice.length === 1) return null;
  const asked = choice === 'all' ? functionTexts.allSites : sites.map(({ name }) => cleanName(name)).join(', ');
  const results = passages.slice(0, MAX_CALL_RESULTS).map(toCallResult);
  const call = {
    id: crypto.randomUUID(),
    title: functionTexts.searchSites,
    asked: asked.slice(0, MAX_ASKED_CHARACTERS),
  };
  return { type: 'call', call: { ...call, state: { name: 'done', found: passages.length, results } } };
}

/**
 * Sentences about sites from which an answer doesn't come; '' if there is nothing to say, and for one site.
 * @param foundIds sites with hits that the person can read; only these decide in which sites nothing was found. If there are
 * none, no site is named for this.
 */
export async function describeGaps(
  ctx: Pick<AppContext, 'graph' | 'store' | 'clock' | 'log'>,
  person: Person,
  choice: SiteChoice,
  { sites, lost, isPartial }: SearchableSites,
  foundIds: ReadonlySet<string>,
): Promise<string> {
  if (choice !== 'all' && sites.length + lost === 1) return '';
  const named = sites.slice(0, LIVE_SITES);
  const preparingIds = await listPreparingSites(
    ctx,
    person,
    named.map(({ id }) => id),
  );
  const preparing = named.filter(({ id }) => preparingIds.includes(id));
  const without = choice === 'all' || foundIds.size === 0 ? [] : sites.filter(({ id }) => !foundIds.has(id));
  const sentences = [
    lost > 0 &&
      `${lost === 1 ? 'One' : lost} of the sites you chose can't be searched now, so this answer comes from the others.`,
    isPartial && "Microsoft 365 didn't say in time which sites you can open, so some of your sites were not searched.",
    without.length > 0 && `I found nothing about this in the files of ${joinNames(without)} that you can read.`,
    preparing.length > 0 &&
      `AVA is still reading files of ${joinNames(preparing)}. This answer comes from the ones that are ready.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? '' : `\n\n*${sentences.join(' ')}*`;
}

/** Adds to the end of a whole answer or output what `describe` says about the sites from which it doesn't come. */
export async function* addGaps<T extends Unnumbered<AnswerEvent> | StepEvent>(
  events: AsyncIterable<T>,
  describe: () => Promise<string>,
): AsyncGenerator<T | { type: 'chunk'; chunk: string }> {
  for await (const event of events) {
    const chunk = event.type === 'done' && event.finish === 'stop' ? await describe() : '';
    if (chunk !== '') yield { type: 'chunk', chunk };
    yield event;
  }
}

/** Names as a part of an answer's Markdown: a name can't format the answer or look like a citation. */
function joinNames(sites: readonly SiteRow[]): string {
  const names = sites.slice(0, MAX_NAMED).map(({ name }) => cleanName(name).replace(/[^\p{L}\p{N}\p{M} &'.,-]/gu, ' '));
  const others = sites.length - names.length;
  if (others > 0) return `${names.join(', ')} and ${others} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '');
}
