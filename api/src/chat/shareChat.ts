import { defaultTitles } from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Person } from '../identity/person.ts';
import { authorize } from '../policies/policies.ts';
import type { ChatRow } from '../storage/tables/chats/chats.ts';
import type { AppContext } from '../context.ts';
import { tidyTitle } from './title.ts';

const TOO_MUCH =
  'These copies are more than AVA can keep for you. Share with fewer people, or delete chats you no longer need.';

/** Gives each peer a copy of the chat. It is theirs alone from then on; later changes reach neither side. */
export async function share(ctx: AppContext, person: Person, id: string, peers: readonly string[]): Promise<number> {
  const { store, graph, clock } = ctx;
  const chat = authorize(person, 'share', 'chat', await store.chats.find(id));
  const others = [...new Set(peers)].filter((peer) => peer !== person.id);
  const known = await graph.findPeople(person, others);
  if (others.length === 0 || known.length < others.length) throw new AvaError('not_found');
  const title = (await store.searches.hasSearched(id)) ? await titleOfQuestion(ctx, chat) : chat.title;
  const copies = known.map((peer) => ({
    ...chat,
    title,
    id: crypto.randomUUID(),
    owner: { tenantId: person.tenantId, id: peer },
    workspaceId: null,
    fileViewerId: null,
    sharedBy: person.name,
    updatedAt: clock.now(),
  }));
  // With what each answer was made from: whoever opens the copy is asked for their own right to it.
  const shared = await store.chats.share({ fromChatId: id, sharer: person, copies });
  if (!shared) throw new AvaError('storage_full', { detail: TOO_MUCH });
  return known.length;
}

/** A title may tell what answers say; the first question stands in the copy for everybody to read. */
async function titleOfQuestion({ store }: AppContext, { id, type }: ChatRow): Promise<string> {
  return tidyTitle((await store.messages.findFirstQuestion(id)) ?? '') || defaultTitles[type];
}
