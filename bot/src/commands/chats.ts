import { continueBotChat, leaveBotChat } from '#contract/bot.ts';
import { getChat, getChats } from '#contract/chats/chat.ts';
import { AvaError } from '#contract/errors.ts';
import type { Client } from '#contract/client.ts';
import type { Markdown } from '#bot/text/markdown.ts';
import { toAttachment } from '#bot/cards/card.ts';
import { chatsCard } from '#bot/cards/choiceCards.ts';
import type { Conversation } from '#bot/teams/conversation.ts';
import { texts } from '#bot/texts.ts';
import type { PersonalCommand } from './command.ts';

/** A card has at most six buttons. */
const MAX_CHATS = 6;

const say = (conversation: Conversation, text: Markdown) => conversation.send({ type: 'message', text });

export const newChat: PersonalCommand = {
  name: 'new',
  aliases: ['new chat', 'reset'],
  summary: 'Starts a new chat; the last one stays in your history',
  access: 'person',
  async run({ conversation }, client) {
    await client.call(leaveBotChat, { conversation_id: conversation.id });
    await say(conversation, texts.newChat);
  },
};

/**
 * Continues one of the person's chats in their personal chat with the bot; a group must not see its title. Throws
 * `not_found` for a chat of somebody else.
 */
export async function continueChat(conversation: Conversation, client: Client, chatId: string): Promise<void> {
  if (conversation.kind !== 'personal') return void (await say(conversation, texts.chatsInPrivate));
  await client.call(continueBotChat, { conversation_id: conversation.id, chat_id: chatId });
  const { Title } = await client.call(getChat, { convo_id: chatId });
  await say(conversation, texts.continuing(Title));
}

/** Continues the chat with a title. If several chats have it, the person chooses. Throws `not_found` if none has. */
async function continueByTitle(conversation: Conversation, client: Client, title: string): Promise<void> {
  const { chats } = await client.call(getChats, {});
  const matches = chats.filter(({ Title }) => normalizeTitle(Title) === normalizeTitle(title));
  const [chat] = matches;
  if (!chat) throw new AvaError('not_found');
  if (matches.length === 1) return continueChat(conversation, client, chat.ConversationId);
  await conversation.send({ type: 'message', attachments: [toAttachment(chatsCard(matches.slice(0, MAX_CHATS)))] });
}

const normalizeTitle = (title: string) => title.replace(/\s+/g, ' ').trim().toLowerCase();

export const continueCommand: PersonalCommand = {
  name: 'continue',
  aliases: ['chats', 'history'],
  summary: 'Continues a chat that you started here or in the tab',
  // A title in quotation marks, as the tab writes it, or an id; other text is treated as a question.
  argumentPattern: /^(?:["“”][^\n]+["“”]|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
  access: 'person',
  async run({ conversation, argument }, client) {
    if (conversation.kind !== 'personal') return void (await say(conversation, texts.chatsInPrivate));
    if (/^["“”]/.test(argument)) return continueByTitle(conversation, client, argument.slice(1, -1));
    if (argument !== '') return continueChat(conversation, client, argument);
    const { chats } = await client.call(getChats, { limit: MAX_CHATS });
    if (chats.length === 0) return void (await say(conversation, texts.noChats));
    await conversation.send({ type: 'message', attachments: [toAttachment(chatsCard(chats))] });
  },
};
