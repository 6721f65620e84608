import type { BotChat } from '../../contract/bot.ts';
import type { ChatType } from '../../contract/chat.ts';
import { AvaError } from '../../contract/errors.ts';
import { createChat } from '../chat/chats.ts';
import type { Person } from '../identity/person.ts';
import { authorise, may } from '../policies/policies.ts';
import { openSite } from '../sites/open.ts';
import type { ChatRow } from '../storage/tables/chats.ts';
import type { World } from '../world.ts';

function present(chat: Pick<ChatRow, 'id' | 'type' | 'corpus'>): BotChat {
  return { chat_id: chat.id, chat_type: chat.type, site_id: chat.type === 'search' ? chat.corpus : null };
}

/**
 * The person's chat of a conversation in Teams, made where there is none. With a site it is a search in that site: the
 * present one if it is that already, else a new one. Throws `not_found` for a site that is not theirs to search.
 */
export async function openChatOf(
  world: World,
  person: Person,
  conversationId: string,
  siteId: string | undefined,
): Promise<BotChat> {
  const { store, organisation, clock } = world;
  const chatId = await store.bot.chatOf(person, conversationId);
  const found = chatId === undefined ? undefined : await store.chats.find(chatId);
  const current = found && may(person, 'write', 'chat', found) ? found : undefined;
  if (siteId === undefined) return current ? present(current) : begin(world, person, conversationId, 'chat');
  if (!organisation.features.knowledgeSearch) throw new AvaError('switched_off');
  const site = await openSite(world, person, siteId, 'search');
  if (current?.type === 'search' && current.corpus === site.id) return present(current);
  const search = await begin(world, person, conversationId, 'search');
  await store.chats.change(search.chat_id, { corpus: site.id }, clock.now());
  return { ...search, site_id: site.id };
}

async function begin(world: World, person: Person, conversationId: string, type: ChatType): Promise<BotChat> {
  const { ConversationId: id } = await createChat(world, person, type);
  await world.store.bot.goOnIn(person, conversationId, id, world.clock.now());
  return present({ id, type, corpus: null });
}

/** Goes on in a conversation with a chat of the person, begun there or in the tab. */
export async function continueChat(
  { store, clock }: World,
  person: Person,
  conversationId: string,
  chatId: string,
): Promise<BotChat> {
  const chat = authorise(person, 'write', 'chat', await store.chats.find(chatId));
  await store.bot.goOnIn(person, conversationId, chat.id, clock.now());
  return present(chat);
}

/** Makes the next question in a conversation begin a new chat. */
export async function leaveChat({ store }: World, person: Person, conversationId: string): Promise<void> {
  await store.bot.leave(person, conversationId);
}
