import { isAvaError } from '#contract/errors.ts';
import { trimFiles } from '#api/search/access/trimToReadable.ts';
import type { Person } from '#api/identity/person.ts';
import type { OutputRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';

export const HIDDEN_OUTPUT = "This output is based on files that you can't open.";

type ReadContext = Pick<AppContext, 'store' | 'graph' | 'clock' | 'log'>;

/**
 * Replaces outputs that the person can't read now: those based on a file of a site that they can't open, directly or
 * through an earlier output. If Graph can't be asked, no such file is readable, and the replacing text is the error
 * message about Graph.
 */
export async function hideUnreadable(
  ctx: ReadContext,
  person: Person,
  rows: readonly OutputRow[],
): Promise<OutputRow[]> {
  const hidden = await findHiddenOutputs(ctx, person, rows);
  return rows.map((row) => {
    const content = hidden.get(row.stepId);
    if (content === undefined) return row;
    const { plan: _plan, ...output } = row.output;
    return { ...row, output: { ...output, content, links: [] } };
  });
}

/** The sentences that replace the outputs that the person can't read now, by step. The rows are of different steps. */
export async function findHiddenOutputs(
  ctx: ReadContext,
  person: Person,
  rows: readonly OutputRow[],
): Promise<Map<string, string>> {
  let reason = HIDDEN_OUTPUT;
  const readable = await listReadable(ctx, person, rows).catch((cause: unknown) => {
    if (!isAvaError(cause)) throw cause;
    reason = cause.detail;
    return new Set<string>();
  });
  const closed = rows.filter((row) => !row.origins.every((origin) => readable.has(toKey(origin))));
  return new Map(closed.map(({ stepId }) => [stepId, reason]));
}

/** Whether the person can read all files that an output is based on. Throws if Graph can't be asked. */
export async function canReadOutput(ctx: ReadContext, person: Person, row: OutputRow): Promise<boolean> {
  const readable = await listReadable(ctx, person, [row]);
  return row.origins.every((origin) => readable.has(toKey(origin)));
}

async function listReadable(ctx: ReadContext, person: Person, rows: readonly OutputRow[]): Promise<Set<string>> {
  const origins = new Map(rows.flatMap((row) => row.origins.map((origin) => [toKey(origin), origin])));
  if (origins.size === 0) return new Set();
  const located = await ctx.store.chunkSearch.locateFiles(person.tenantId, [...origins.values()]);
  return new Set((await trimFiles(ctx, person, located)).map(toKey));
}

const toKey = ({ siteId, itemId }: { siteId: string; itemId: string }) => `${siteId}/${itemId}`;
