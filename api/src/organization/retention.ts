import type { AppContext } from '#api/context.ts';

const DAY_MS = 86_400_000;
/** A shorter time deletes chats only after it has been in use for a day, so that a mistake can be undone. */
const GRACE_MS = DAY_MS;

type RetentionContext = Pick<AppContext, 'store' | 'clock' | 'organizations'>;

/** Chats that were not used since this time are deleted. */
export function toRetentionLimit(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}

/** The time since which a tenant's chats must have been used; null if chats are kept. */
export async function findRetentionLimit(ctx: RetentionContext, tenantId: string): Promise<Date | null> {
  const { store, clock, organizations } = ctx;
  const now = clock.now();
  await store.fileRetention.save(organizations.getFileSettings().retentionDays, now);
  const { retentionDays } = organizations.get(tenantId);
  if (retentionDays === null) return null;
  const since = new Date(now.getTime() - GRACE_MS);
  const versions = await store.organizationVersions.listUsedSince(tenantId, since);
  const wasFileInUse = !versions.some(({ createdAt }) => createdAt <= since);
  const used = [
    retentionDays,
    ...versions.map(({ settings }) => organizations.parseSettings(settings)?.retentionDays ?? null),
    ...(wasFileInUse ? [await store.fileRetention.findLongest(since)] : []),
  ];
  const longest = Math.max(...used.map((days) => days ?? Infinity));
  return longest === Infinity ? null : toRetentionLimit(now, longest);
}
