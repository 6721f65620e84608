import type { FinishedWork } from '../../contract/bot.ts';
import type { Person } from '../identity/person.ts';
import { listSitesByAccess } from '../sites/siteAccess.ts';
import type { FinishedFile } from '../storage/tables/bot/notices.ts';
import type { AppContext } from '../context.ts';

/** As many as a card names. */
const MOST_FILES = 10;
/** Of which so many are asked of Graph: five of its batches. */
const MOST_ASKED = 100;

/** Keeps where a person is told that long work of theirs is done; `null` for nowhere. */
export async function setNotices(
  { store }: AppContext,
  person: Person,
  reference: string | null,
): Promise<{ on: boolean }> {
  if (reference === null) await store.bot.disableNotices(person);
  else await store.bot.enableNotices(person, reference);
  return { on: reference !== null };
}

/** What the person is to be told of, given once in all processes; `done` only when nothing is under way any more. */
export async function takeNotice(ctx: AppContext, person: Person) {
  const { reference, filesInProgress, finishedFiles } = await ctx.store.bot.takeNotice(person);
  const done = finishedFiles.length > 0 ? await summaryOf(ctx, person, finishedFiles) : null;
  return { reference, under_way: filesInProgress, done };
}

async function summaryOf(ctx: AppContext, person: Person, done: readonly FinishedFile[]): Promise<FinishedWork> {
  const failed = done.filter(({ state }) => state === 'failed');
  const ready = done.filter(({ state }) => state === 'ready');
  const files = await named(ctx, person, [...failed, ...ready].slice(0, MOST_ASKED));
  return {
    ready: ready.length,
    failed: failed.length,
    files: files.slice(0, MOST_FILES).map(({ name, siteId, state }) => ({ name, site_id: siteId, state })),
  };
}

/** Those of the files that the person may still read, by their names of now; the others are counted and not named. */
async function named(ctx: AppContext, person: Person, files: readonly FinishedFile[]): Promise<FinishedFile[]> {
  try {
    const open = new Set((await listSitesByAccess(ctx, person)).accessible.map(({ id }) => id));
    const inside = files.filter(({ siteId }) => open.has(siteId));
    const readable = await ctx.graph.getReadableItems(person, inside);
    return inside.flatMap((file) => {
      const item = readable.get(file);
      return item ? [{ ...file, name: item.name }] : [];
    });
  } catch (error) {
    // Who they are was taken from the store once for all; without their names it can still be told.
    ctx.log.warn({ error }, 'whether a person may read what is done could not be asked');
    return [];
  }
}
