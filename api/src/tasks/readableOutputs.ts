import { isAvaError } from '#contract/errors.ts';
import { toOriginKey } from '#api/answers/hiddenMessages.ts';
import { trimFiles } from '#api/search/access/trimToReadable.ts';
import type { Person } from '#api/identity/person.ts';
import type { OutputRow } from '#api/storage/tables/tasks/taskRuns.ts';
import type { AppContext } from '#api/context.ts';

export const HIDDEN_OUTPUT = "This output is based on files that you can't open.";

type ReadContext = Pick<AppContext, 'store' | 'graph' | 'clock' | 'log'>;

/**
 * Replaces outputs that the person can't read now: those based on a file that they can't open, directly or
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
  const closed = rows.filter((row) => !row.origins.every((origin) => readable.has(toOriginKey(origin))));
  return new Map(closed.map(({ stepId }) => [stepId, reason]));
}

/** Whether the person can read all files that an output is based on. Throws if Graph can't be asked. */
export async function canReadOutput(ctx: ReadContext, person: Person, row: OutputRow): Promise<boolean> {
  const readable = await listReadable(ctx, person, [row]);
  return row.origins.every((origin) => readable.has(toOriginKey(origin)));
}

async function listReadable(ctx: ReadContext, person: Person, rows: readonly OutputRow[]): Promise<Set<string>> {
  const origins = [
    ...new Map(rows.flatMap((row) => row.origins.map((origin) => [toOriginKey(origin), origin]))).values(),
  ];
  const files = origins.filter((origin) => 'siteId' in origin);
  const located = files.length === 0 ? [] : await ctx.store.chunkSearch.locateFiles(person.tenantId, files);
  const items = origins.filter((origin) => 'driveId' in origin).map((item) => ({ ...item, siteId: '' }));
  const all = [...located, ...items];
  const readable = all.length === 0 ? [] : await trimFiles(ctx, person, all);
  const own = origins.filter((origin) => 'personId' in origin && origin.personId === person.id);
  const opened = readable.map(({ siteId, driveId, itemId }) =>
    siteId === '' ? { driveId, itemId } : { siteId, itemId },
  );
  return new Set([...opened, ...own].map(toOriginKey));
}
