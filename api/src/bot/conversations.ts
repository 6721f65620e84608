import { isDeepStrictEqual } from 'node:util';
import type { SiteChoice } from '#contract/sites/sites.ts';
import type { BotChat } from '#contract/bot.ts';
import { AvaError } from '#contract/errors.ts';
import { createChat } from '#api/chat/chats.ts';
import type { AppContext } from '#api/context.ts';
import type { Person } from '#api/identity/person.ts';
import { authorize, can } from '#api/policies/policies.ts';
import { findSearchableSites } from '#api/sites/searchableSites.ts';
import type { ChatRow } from '#api/storage/tables/chats/chats.ts';

function toBotChat(chat: Pick<ChatRow, 'id' | 'type' | 'sites'>): BotChat {
  const sites = chat.type === 'search' ? chat.sites : null;
  return { chat_id: chat.id, chat_type: chat.type, site_id: sites === 'all' ? null : (sites?.[0] ?? null), sites };
}

/**
 * Returns the person's current chat in a Teams conversation, or creates one. With sites, returns a search in them: the
 * current chat if it searches them already, otherwise a new one. Throws `not_found` if the person cannot search any of them.
 */
export async function openConversationChat(
  ctx: AppContext,
  person: Person,
  conversationId: string,
  sites: SiteChoice | null,
): Promise<BotChat> {
  const { store, organizations, clock } = ctx;
  const chatId = await store.bot.findChat(person, conversationId);
  const chat = chatId === undefined ? undefined : await store.chats.find(chatId);
  const current = chat && can(person, 'write', 'chat', chat) ? chat : undefined;
  if (sites !== null) {
    if (!organizations.get(person.tenantId).features.knowledgeSearch) throw new AvaError('switched_off');
    if (sites !== 'all') await findSearchableSites(ctx, person, sites);
  }
  const searchesThem = current?.type === 'search' && isDeepStrictEqual(current.sites, sites);
  if (current && (sites === null || searchesThem)) return toBotChat(current);
  const type = sites === null ? 'chat' : 'search';
  const { ConversationId: id } = await createChat(ctx, person, { chat_type: type, temporary: false });
  if (sites !== null) await store.chats.change(id, { sites }, clock.now());
  if (await store.bot.replaceChat(person, conversationId, { from: chatId, to: id }, clock.now()))
    return toBotChat({ id, type, sites });
  // A concurrent message replaced the chat first. Use that one.
  await store.chats.delete(id);
  return openConversationChat(ctx, person, conversationId, sites);
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
