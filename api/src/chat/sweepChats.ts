import { RESTORE_CHATS_MS } from '#contract/limits.ts';
import type { AppContext } from '#api/context.ts';
import { findRetentionLimit } from '#api/organization/retention.ts';
import { deleteOldModelCalls, deleteOldUsage } from '#api/organization/usage.ts';

/** An open temporary chat is deleted after this time without a new message. */
const TEMPORARY_CHAT_MS = 86_400_000;
/** Chats in one statement, which must not delay others for long. */
const CHATS_PER_STATEMENT = 20;

type SweepContext = Pick<AppContext, 'store' | 'log' | 'clock' | 'organizations'>;

/** Removes deleted and abandoned chats, and what the organization no longer keeps. */
export async function sweepChats(ctx: SweepContext): Promise<void> {
  await removeExpired(ctx);
  await sweepRetention(ctx);
}

/** Removes deleted chats after the time for undo, and abandoned temporary chats. */
async function removeExpired({ store, clock, log }: SweepContext): Promise<void> {
  const now = clock.now().getTime();
  const [deletedBefore, unusedSince] = [new Date(now - RESTORE_CHATS_MS), new Date(now - TEMPORARY_CHAT_MS)];
  let chats = 0;
  for (let removed = -1; removed !== 0; chats += removed)
    removed = await store.chats.removeExpired(deletedBefore, unusedSince, CHATS_PER_STATEMENT);
  if (chats > 0) log.info({ chats }, 'deleted chats removed');
}

/** Removes chats that were not used for the organization's retention time, pinned ones too, and old usage. */
async function sweepRetention(ctx: SweepContext): Promise<void> {
  const { store, log, organizations } = ctx;
  await deleteOldModelCalls(ctx);
  for (const tenantId of organizations.listTenants()) {
    await deleteOldUsage(ctx, tenantId);
    const limit = await findRetentionLimit(ctx, tenantId);
    if (limit === null) continue;
    let chats = 0;
    for (let removed = -1; removed !== 0; chats += removed)
      removed = await store.chats.removeUntouched(tenantId, limit, CHATS_PER_STATEMENT);
    if (chats > 0) log.info({ chats, tenantId }, 'chats removed after retention time');
  }
}
