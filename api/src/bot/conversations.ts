import type { BotChat } from '#contract/bot.ts';
import { AvaError } from '#contract/errors.ts';
import { createChat } from '#api/chat/chats.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize, can } from '#api/policies/policies.ts';
import { authorizeSite } from '#api/sites/siteAccess.ts';
import type { ChatRow } from '#api/storage/tables/chats/chats.ts';

function toBotChat(chat: Pick<ChatRow, 'id' | 'type' | 'corpus'>): BotChat {
  return { chat_id: chat.id, chat_type: chat.type, site_id: chat.type === 'search' ? chat.corpus : null };
}

/**
 * Returns the person's current chat in a Teams conversation, or creates one. With a site, returns a search in that
 * site: the current chat if it searches the site already, otherwise a new one. Throws `not_found` for a site that the
 * person cannot search.
 */
export async function openConversationChat(
  ctx: AppContext,
  person: Person,
  conversationId: string,
  siteId: string | undefined,
): Promise<BotChat> {
  const { store, organizations, clock } = ctx;
  const chatId = await store.bot.findChat(person, conversationId);
  const chat = chatId === undefined ? undefined : await store.chats.find(chatId);
  const current = chat && can(person, 'write', 'chat', chat) ? chat : undefined;
  let corpus: string | null = null;
  if (siteId !== undefined) {
    if (!organizations.get(person.tenantId).features.knowledgeSearch) throw new AvaError('switched_off');
    corpus = (await authorizeSite(ctx, person, siteId, 'search')).id;
  }
  if (current && (corpus === null || (current.type === 'search' && current.corpus === corpus)))
    return toBotChat(current);
  const type = corpus === null ? 'chat' : 'search';
  const { ConversationId: id } = await createChat(ctx, person, { chat_type: type, temporary: false });
  if (corpus !== null) await store.chats.change(id, { corpus }, clock.now());
  if (await store.bot.replaceChat(person, conversationId, { from: chatId, to: id }, clock.now()))
    return toBotChat({ id, type, corpus });
  // A concurrent message replaced the chat first. Use that one.
  await store.chats.delete(id);
  return openConversationChat(ctx, person, conversationId, siteId);
}

/** Continues one of the person's chats in a Teams conversation. */
export async function continueChat(
  { store, clock }: AppContext,
  person: Person,
  conversationId: string,
  chatId: string,
): Promise<BotChat> {
  const chat = authorize(person, 'write', 'chat', await store.chats.find(chatId));
  await store.bot.setChat(person, conversationId, chat.id, clock.now());
  return toBotChat(chat);
}

/** The next question in the conversation starts a new chat. */
export async function leaveChat({ store }: AppContext, person: Person, conversationId: string): Promise<void> {
  await store.bot.clearChat(person, conversationId);
}
