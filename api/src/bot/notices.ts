import type { FinishedWork } from '#contract/bot.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { takeAccessNotices } from '#api/sites/accessRequests.ts';
import { listSitesByAccess } from '#api/sites/siteAccess.ts';
import type { FinishedFile } from '#api/storage/tables/bot/notices.ts';

/** The bot's card names at most this many files. */
const MAX_NAMED_FILES = 10;
/** Files that Graph is asked about at once: five batches. */
const FILES_PER_CHECK = 100;

/** Stores the conversation that receives the person's notices; `null` turns them off. */
export async function setNotices(
  { store }: AppContext,
  person: Person,
  reference: string | null,
): Promise<{ on: boolean }> {
  if (reference === null) await store.bot.disableNotices(person);
  else await store.bot.enableNotices(person, reference);
  return { on: reference !== null };
}

/** Takes the person's notice; only one process gets it. `done` is null while files are in progress, or if none has ended since. */
export async function takeNotice(ctx: AppContext, person: Person) {
  const { reference, filesInProgress, finishedFiles } = await ctx.store.bot.takeNotice(person);
  const done = finishedFiles.length > 0 ? await summarize(ctx, person, finishedFiles) : null;
  const tasks = reference === null ? [] : await ctx.store.bot.takeFinishedTasks(person);
  const access = reference === null ? [] : await takeAccessNotices(ctx, person);
  return { reference, under_way: filesInProgress, done, tasks, access };
}

async function summarize(
  ctx: AppContext,
  person: Person,
  finishedFiles: readonly FinishedFile[],
): Promise<FinishedWork> {
  const failed = finishedFiles.filter(({ state }) => state === 'failed');
  const ready = finishedFiles.filter(({ state }) => state === 'ready');
  const files = await findNamed(ctx, person, [...failed, ...ready]);
  return {
    ready: ready.length,
    failed: failed.length,
    files: files.map(({ name, siteId, state }) => ({ name, site_id: siteId, state })),
  };
}

/** The first files that the person can still read. Files that they can't read do not count toward the maximum. */
async function findNamed(ctx: AppContext, person: Person, files: readonly FinishedFile[]): Promise<FinishedFile[]> {
  const named: FinishedFile[] = [];
  for (let start = 0; start < files.length && named.length < MAX_NAMED_FILES; start += FILES_PER_CHECK)
    named.push(...(await filterReadable(ctx, person, files.slice(start, start + FILES_PER_CHECK))));
  return named.slice(0, MAX_NAMED_FILES);
}

/** The files that the person can still read, with their current names. Other files are counted but not named. */
async function filterReadable(
  ctx: AppContext,
  person: Person,
  files: readonly FinishedFile[],
): Promise<FinishedFile[]> {
  try {
    const { accessible } = await listSitesByAccess(ctx, person);
    const siteIds = new Set(accessible.map(({ id }) => id));
    const inAccessibleSites = files.filter(({ siteId }) => siteIds.has(siteId));
    const readable = await ctx.graph.getReadableItems(person, inAccessibleSites);
    return inAccessibleSites.flatMap((file) => {
      const item = readable.get(file);
      return item ? [{ ...file, name: item.name }] : [];
    });
  } catch (error) {
    // The notice is already taken from the store, so it is sent without names.
    ctx.log.warn({ error }, 'failed to check access to finished files');
    return [];
  }
}
