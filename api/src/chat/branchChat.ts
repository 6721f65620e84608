import type { z } from 'zod';
import { isDefaultTitle, type ChatMetadata } from '#contract/chats/chat.ts';
import type { branchChat as branchChatEndpoint } from '#contract/chats/versions.ts';
import { AvaError } from '#contract/errors.ts';
import { makeCopyTitle } from '#contract/text/copyTitle.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize, can } from '#api/policies/policies.ts';
import { presentChat } from './present.ts';

const GONE = 'This chat or this message was deleted, so no new chat can start from it.';
const TEMPORARY = 'A temporary chat is not kept, so no other chat can start from it.';

/**
 * Starts a chat that continues from a message of another one, which stays as it is. What the person could not read there is
 * hidden in it, too. A repeated call with the same id returns the chat of the first one.
 */
export async function branchChat(
  { store, clock }: AppContext,
  person: Person,
  { convo_id: fromChatId, message_id: messageId, branch_id: id }: z.output<typeof branchChatEndpoint.query>,
): Promise<ChatMetadata> {
  const chat = await store.chats.find(fromChatId);
  if (!chat || !can(person, 'read', 'chat', chat)) throw new AvaError('not_found', { detail: GONE });
  if (chat.temporary) throw new AvaError('not_allowed', { detail: TEMPORARY });
  if (!(await store.chats.openCopy(chat))) throw new AvaError('copy_not_opened');
  const title = isDefaultTitle(chat.title) ? chat.title : makeCopyTitle(chat.title, [chat.title]);
  const branch = {
    ...chat,
    id,
    title,
    workspaceId: null,
    fileViewerId: null,
    sharerId: null,
    pinned: false,
    unread: false,
    updatedAt: clock.now(),
  };
  const result = await store.chats.branch({ fromChatId: chat.id, messageId, branch });
  if (result === 'full') throw new AvaError('storage_full');
  if (result === 'missing') throw new AvaError('not_found', { detail: GONE });
  const stored = authorize(person, 'read', 'chat', await store.chats.find(id));
  return presentChat(stored);
}
