import { defaultTitles } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize } from '#api/policies/policies.ts';
import type { ChatRow } from '#api/storage/tables/chats/chats.ts';
import type { AppContext } from '#api/context.ts';
import { tidyTitle } from './title.ts';

const QUOTA_EXCEEDED =
  'These copies need more space than AVA has for you. Share with fewer people, or delete chats you no longer need.';

/** Gives each peer a copy of the chat. Later changes of either chat don't affect the other. */
export async function shareChat(
  ctx: AppContext,
  person: Person,
  id: string,
  peers: readonly string[],
): Promise<number> {
  const { store, graph, clock } = ctx;
  const chat = authorize(person, 'share', 'chat', await store.chats.find(id));
  if (chat.temporary) throw new AvaError('not_allowed', { detail: "A temporary chat can't be shared." });
  const others = [...new Set(peers)].filter((peer) => peer !== person.id);
  const known = await graph.findPeople(person, others);
  if (others.length === 0 || known.length < others.length) throw new AvaError('not_found');
  const title = (await store.searches.hasSearched(id)) ? await getQuestionTitle(ctx, chat) : chat.title;
  const copies = known.map((peer) => ({
    ...chat,
    title,
    id: crypto.randomUUID(),
    owner: { tenantId: person.tenantId, id: peer },
    workspaceId: null,
    fileViewerId: null,
    sharedBy: person.name,
    sharerId: person.id,
    pinned: false,
    folderId: null,
    unread: true,
    updatedAt: clock.now(),
  }));
  // The copies include the origins of each answer, so that readers see only what their own access allows.
  const refusal = await store.chats.share({ fromChatId: id, sharer: person, copies });
  if (refusal === 'too_many_copies') throw new AvaError('too_many_copies');
  if (refusal !== null) throw new AvaError('storage_full', { detail: QUOTA_EXCEEDED });
  return known.length;
}

/** Makes a title from the first question, which all readers can see. The chat's title can reveal a hidden answer. */
async function getQuestionTitle({ store }: AppContext, { id, type }: ChatRow): Promise<string> {
  return tidyTitle((await store.messages.findFirstQuestion(id)) ?? '') || defaultTitles[type];
}
