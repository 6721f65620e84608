import type { RequestOf } from '#contract/endpoint.ts';
import { isAvaError } from '#contract/errors.ts';
import { organizeChats as organizeChatsCall } from '#contract/chats/history.ts';
import { MAX_CHATS_PER_CALL } from '#contract/limits.ts';
import { api } from '#tab/api.ts';

/**
 * Changes any number of chats on the server, and returns the ids of those that were changed. The others were deleted on
 * another device.
 */
export async function organizeChats(
  ids: readonly string[],
  change: Omit<RequestOf<typeof organizeChatsCall>, 'convo_ids'>,
): Promise<Set<string>> {
  const changed = new Set<string>();
  for (let from = 0; from < ids.length; from += MAX_CHATS_PER_CALL) {
    const convo_ids = ids.slice(from, from + MAX_CHATS_PER_CALL);
    try {
      const reply = await api.call(organizeChatsCall, { convo_ids, ...change });
      for (const id of reply.changed) changed.add(id);
    } catch (cause) {
      if (!isAvaError(cause) || cause.code !== 'not_found') throw cause;
    }
  }
  return changed;
}
