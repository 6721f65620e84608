import type { BotChat } from '../../contract/bot.ts';
import { AvaError } from '../../contract/errors.ts';
import { createChat } from '../chat/chats.ts';
import type { Person } from '../identity/person.ts';
import { authorize, can } from '../policies/policies.ts';
import { authorizeSite } from '../sites/siteAccess.ts';
import type { ChatRow } from '../storage/tables/chats/chats.ts';
import type { AppContext } from '../context.ts';

function present(chat: Pick<ChatRow, 'id' | 'type' | 'corpus'>): BotChat {
  return { chat_id: chat.id, chat_type: chat.type, site_id: chat.type === 'search' ? chat.corpus : null };
}

/**
 * The person's chat of a conversation in Teams, made where there is none. With a site it is a search in that site: the
 * present one if it is that already, else a new one. Throws `not_found` for a site that is not theirs to search.
 */
export async function openChatOf(
  ctx: AppContext,
  person: Person,
  conversationId: string,
  siteId: string | undefined,
): Promise<BotChat> {
  const { store, organization, clock } = ctx;
  const chatId = await store.bot.findChat(person, conversationId);
  const found = chatId === undefined ? undefined : await store.chats.find(chatId);
  const current = found && can(person, 'write', 'chat', found) ? found : undefined;
  let corpus: string | null = null;
  if (siteId !== undefined) {
    if (!organization.features.knowledgeSearch) throw new AvaError('switched_off');
    corpus = (await authorizeSite(ctx, person, siteId, 'search')).id;
  }
  if (current && (corpus === null || (current.type === 'search' && current.corpus === corpus))) return present(current);
  const type = corpus === null ? 'chat' : 'search';
  const { ConversationId: id } = await createChat(ctx, person, type);
  if (corpus !== null) await store.chats.change(id, { corpus }, clock.now());
  if (await store.bot.replaceChat(person, conversationId, { from: chatId, to: id }, clock.now()))
    return present({ id, type, corpus });
  // Another message of theirs was first; both go on in one chat.
  await store.chats.delete(id);
  return openChatOf(ctx, person, conversationId, siteId);
}

/** Goes on in a conversation with a chat of the person, begun there or in the tab. */
export async function continueChat(
  { store, clock }: AppContext,
  person: Person,
  conversationId: string,
  chatId: string,
): Promise<BotChat> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(chatId));
  await store.bot.setChat(person, conversationId, chat.id, clock.now());
  return present(chat);
}

/** Makes the next question in a conversation begin a new chat. */
export async function leaveChat({ store }: AppContext, person: Person, conversationId: string): Promise<void> {
  await store.bot.clearChat(person, conversationId);
}
