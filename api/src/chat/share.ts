import { defaultTitles } from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import type { Citation } from '../../contract/runs.ts';
import type { Person } from '../identity/person.ts';
import { authorise } from '../policies/policies.ts';
import type { MessageRow } from '../storage/tables/messages.ts';
import type { ChatRow } from '../storage/tables/chats.ts';
import type { World } from '../world.ts';
import { tidyTitle } from './title.ts';

/** What a reader may not open is named, and nothing more: no quote, no link, no id to ask with. */
function denied(citation: Citation): Citation {
  return { ...citation, fileid: '', link: null, quote: '', standing: 'denied' };
}

/** Gives each peer a copy of the chat. It is theirs alone from then on; later changes reach neither side. */
export async function share(world: World, person: Person, id: string, peers: readonly string[]): Promise<number> {
  const { store, graph, clock } = world;
  const chat = authorise(person, 'share', 'chat', await store.chats.find(id));
  const others = [...new Set(peers)].filter((peer) => peer !== person.id);
  const known = await graph.knownPeople(person, others);
  if (others.length === 0 || known.length < others.length) throw new AvaError('not_found');
  const messages = (await store.messages.list(id)).filter((message) => message.state.name !== 'streaming');
  const searched = (await store.searches.ofChat(id)).size > 0;
  const title = searched ? titleOfQuestion(chat, messages) : chat.title;
  for (const peer of known) {
    const copy = await store.chats.create({
      ...chat,
      title,
      id: crypto.randomUUID(),
      owner: { tenantId: person.tenantId, id: peer },
      workspaceId: null,
      fileViewerId: null,
      sharedBy: person.name,
      updatedAt: clock.now(),
    });
    // With what each answer was made from: whoever opens the copy is asked for their own right to it.
    await store.messages.copy(
      messages.map((message) => copyFor(copy.id, message)),
      chat.id,
    );
  }
  return known.length;
}

/** A title may tell what answers say; the first question stands in the copy for everybody to read. */
function titleOfQuestion({ type }: ChatRow, messages: readonly MessageRow[]): string {
  const question = messages.find(({ source }) => source === 'User');
  return tidyTitle(question?.content ?? '') || defaultTitles[type];
}

function copyFor(chatId: string, message: MessageRow): MessageRow {
  return {
    ...message,
    chatId,
    runId: null,
    fingerprint: null,
    links: message.links.map(denied),
    // The files themselves are not shared: the reader sees their names in the text, not their content.
    files: [],
  };
}
